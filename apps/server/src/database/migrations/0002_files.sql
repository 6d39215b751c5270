CREATE TABLE "file" (
	"company_id" bigint NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"content_type" text NOT NULL,
	"upload_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"uploaded_by" bigint,
	CONSTRAINT "file_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "file_id" CHECK ("file"."id" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "file_only_own_company" ON "file" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint

ALTER TABLE "file" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "file" TO ridgebook_app;
