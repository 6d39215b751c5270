CREATE TABLE "activity" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_name" text DEFAULT '' NOT NULL,
	"member" text DEFAULT '' NOT NULL,
	"from_value" jsonb,
	"to_value" jsonb,
	"value_size" integer DEFAULT 0 NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"searched" text NOT NULL,
	CONSTRAINT "activity_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "activity_secret" CHECK ("activity"."kind" <> 'secrets' or num_nonnulls("activity"."from_value", "activity"."to_value") = 0)
);
--> statement-breakpoint
ALTER TABLE "activity" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_time" ON "activity" USING btree ("company_id","time","id");--> statement-breakpoint
CREATE INDEX "activity_kind" ON "activity" USING btree ("company_id","kind","time","id");--> statement-breakpoint
CREATE INDEX "activity_actor" ON "activity" USING btree ("company_id","actor_id","time","id");--> statement-breakpoint
CREATE INDEX "activity_setting" ON "activity" USING btree ("company_id","subject","id") WHERE "activity"."kind" = 'settings';--> statement-breakpoint
CREATE POLICY "activity_only_own_company" ON "activity" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "activity_platform" ON "activity" AS PERMISSIVE FOR ALL TO "ridgebook_platform" USING (true) WITH CHECK (true);--> statement-breakpoint

ALTER TABLE "activity" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Only added to. The platform's role notes what is done to users and companies, and reads none of it.
GRANT SELECT, INSERT ON "activity" TO ridgebook_app;--> statement-breakpoint
GRANT INSERT ON "activity" TO ridgebook_platform;
