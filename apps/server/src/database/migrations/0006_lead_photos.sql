CREATE TABLE "lead_photo" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "lead_photo_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"revision" integer DEFAULT 1 NOT NULL,
	"lead_id" bigint NOT NULL,
	"file_id" text NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"taken_time" timestamp (3) with time zone NOT NULL,
	"created_time" timestamp (3) with time zone NOT NULL,
	"created_by" bigint,
	"modified_time" timestamp (3) with time zone NOT NULL,
	"modified_by" bigint,
	CONSTRAINT "lead_photo_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "lead_photo" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lead_photo" ADD CONSTRAINT "lead_photo_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_photo" ADD CONSTRAINT "lead_photo_lead" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."lead"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_photo" ADD CONSTRAINT "lead_photo_file" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."file"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lead_photo_of_lead" ON "lead_photo" USING btree ("company_id","lead_id","file_id");--> statement-breakpoint
CREATE POLICY "lead_photo_only_own_company" ON "lead_photo" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint

ALTER TABLE "lead_photo" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "lead_photo" TO ridgebook_app;
