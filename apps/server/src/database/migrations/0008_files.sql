CREATE TABLE "file_usage" (
	"company_id" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "file_usage_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
ALTER TABLE "file_usage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "bytes_hash" text;--> statement-breakpoint
ALTER TABLE "file_usage" ADD CONSTRAINT "file_usage_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "file_usage_only_own_company" ON "file_usage" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint

-- A trigger instead of the upload's own statement: a server of the former release that runs beside this one counts too.
CREATE FUNCTION count_file_bytes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO file_usage (company_id, bytes) VALUES (NEW.company_id, NEW.size)
    ON CONFLICT (company_id) DO UPDATE SET bytes = file_usage.bytes + NEW.size;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE file_usage SET bytes = bytes + NEW.size - OLD.size WHERE company_id = NEW.company_id;
  ELSE
    UPDATE file_usage SET bytes = bytes - OLD.size WHERE company_id = OLD.company_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER count_file_bytes AFTER INSERT OR DELETE OR UPDATE OF size ON "file"
  FOR EACH ROW EXECUTE FUNCTION count_file_bytes();--> statement-breakpoint
-- The owner counts what is there: with FORCE its SELECT would find no row, and say nothing.
ALTER TABLE "file" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "file_usage" ("company_id", "bytes") SELECT "company_id", sum("size") FROM "file" GROUP BY "company_id";--> statement-breakpoint
ALTER TABLE "file" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "file_usage" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "file_usage" TO ridgebook_app;
