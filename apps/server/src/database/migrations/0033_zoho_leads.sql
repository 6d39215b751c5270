CREATE TABLE "zoho_hint" (
	"company_id" bigint NOT NULL,
	"zoho_id" text NOT NULL,
	"hints" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "zoho_hint_company_id_zoho_id_pk" PRIMARY KEY("company_id","zoho_id")
);
--> statement-breakpoint
ALTER TABLE "zoho_hint" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "zoho_lead" (
	"company_id" bigint NOT NULL,
	"zoho_id" text NOT NULL,
	"lead_id" bigint NOT NULL,
	"state" text NOT NULL,
	"base" jsonb NOT NULL,
	"owner" text,
	"modified_time" timestamp (3) with time zone NOT NULL,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "zoho_lead_company_id_zoho_id_pk" PRIMARY KEY("company_id","zoho_id"),
	CONSTRAINT "zoho_lead_lead" UNIQUE("company_id","lead_id")
);
--> statement-breakpoint
ALTER TABLE "zoho_lead" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "zoho_sync" (
	"company_id" bigint NOT NULL,
	"grant_id" uuid,
	"generation" bigint DEFAULT 0 NOT NULL,
	"cursor" timestamp (3) with time zone,
	"deleted_cursor" timestamp (3) with time zone,
	"caught_up_time" timestamp (3) with time zone,
	"sent_up_to" bigint DEFAULT 0 NOT NULL,
	"mapping" jsonb,
	"metadata" jsonb,
	"metadata_time" timestamp (3) with time zone,
	"webhook_token" text,
	"channel_ends_time" timestamp (3) with time zone,
	CONSTRAINT "zoho_sync_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
ALTER TABLE "zoho_sync" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "zoho_hint" ADD CONSTRAINT "zoho_hint_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zoho_lead" ADD CONSTRAINT "zoho_lead_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zoho_lead" ADD CONSTRAINT "zoho_lead_of_lead" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."lead"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zoho_sync" ADD CONSTRAINT "zoho_sync_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_external" ON "lead" USING btree ("company_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE POLICY "zoho_hint_only_own_company" ON "zoho_hint" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "zoho_lead_only_own_company" ON "zoho_lead" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "zoho_sync_only_own_company" ON "zoho_sync" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
ALTER TABLE "zoho_sync" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "zoho_lead" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "zoho_hint" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "zoho_sync", "zoho_lead", "zoho_hint" TO ridgebook_app;
