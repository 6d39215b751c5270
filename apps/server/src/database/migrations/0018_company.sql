CREATE TABLE "usage_report_mail" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "usage_report_mail_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"user_id" bigint,
	"email" text DEFAULT '' NOT NULL,
	"is_requested" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_report_mail_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "usage_report_mail" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "usage_report_period" (
	"company_id" bigint NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"queued_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "usage_report_period_company_id_first_day_last_day_pk" PRIMARY KEY("company_id","first_day","last_day")
);
--> statement-breakpoint
ALTER TABLE "usage_report_period" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "usage_report_schedule" (
	"company_id" bigint NOT NULL,
	"frequency" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "usage_report_schedule_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
ALTER TABLE "usage_report_schedule" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	"secret_time" timestamp (3) with time zone NOT NULL,
	"created_time" timestamp (3) with time zone NOT NULL,
	"rests_until" timestamp (3) with time zone,
	CONSTRAINT "webhook_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"webhook_id" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"event" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"status_code" integer,
	"failure" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_time" timestamp (3) with time zone NOT NULL,
	"last_tried_time" timestamp (3) with time zone,
	"ends_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_delivery_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "member_sign_in" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"last_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_sign_in_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "mail_refused_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "usage_report_mail" ADD CONSTRAINT "usage_report_mail_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_report_period" ADD CONSTRAINT "usage_report_period_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_report_schedule" ADD CONSTRAINT "usage_report_schedule_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook" FOREIGN KEY ("company_id","webhook_id") REFERENCES "public"."webhook"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_sign_in" ADD CONSTRAINT "member_sign_in_company_id_user_id_membership_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."membership"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_delivery_of_webhook" ON "webhook_delivery" USING btree ("company_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_time" ON "webhook_delivery" USING btree ("company_id","created_time");--> statement-breakpoint
CREATE POLICY "usage_report_mail_only_own_company" ON "usage_report_mail" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "usage_report_period_only_own_company" ON "usage_report_period" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "usage_report_schedule_only_own_company" ON "usage_report_schedule" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "usage_report_schedule_platform" ON "usage_report_schedule" AS PERMISSIVE FOR ALL TO "ridgebook_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "webhook_only_own_company" ON "webhook" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "webhook_delivery_only_own_company" ON "webhook_delivery" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint

ALTER TABLE "webhook" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "webhook_delivery" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "webhook", "webhook_delivery" TO ridgebook_app;--> statement-breakpoint

-- Jobs, which work in a company without a session, ask it before they send anything outside.
CREATE FUNCTION is_company_active() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM company c WHERE c.id = current_company() AND c.active)
$$;--> statement-breakpoint

REVOKE ALL ON FUNCTION is_company_active() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION is_company_active() TO ridgebook_app;--> statement-breakpoint

GRANT SELECT, INSERT, UPDATE ON "member_sign_in" TO ridgebook_platform;--> statement-breakpoint

-- Super admins see how much the files of each company take; never which files.
CREATE POLICY "file_usage_platform" ON "file_usage" AS PERMISSIVE FOR SELECT TO "ridgebook_platform" USING (true);--> statement-breakpoint
GRANT SELECT (company_id, bytes) ON "file_usage" TO ridgebook_platform;--> statement-breakpoint

-- Before FORCE, and with the settings' own lifted: the owner reads every company's.
ALTER TABLE "company_settings" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "usage_report_schedule" ("company_id", "frequency", "since")
  SELECT company_id, ("values" ->> 'usageReportFrequency')::integer, now() FROM "company_settings"
  WHERE "values" ->> 'usageReportFrequency' IN ('1', '2');--> statement-breakpoint
ALTER TABLE "company_settings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "usage_report_schedule" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "usage_report_period" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "usage_report_mail" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "usage_report_schedule", "usage_report_period", "usage_report_mail" TO ridgebook_app;--> statement-breakpoint
GRANT SELECT ON "usage_report_schedule" TO ridgebook_platform;--> statement-breakpoint

-- A trigger, so that servers of former releases keep the schedule as well.
CREATE FUNCTION keep_usage_report_schedule() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW."values" ->> 'usageReportFrequency' IN ('1', '2') THEN
    INSERT INTO usage_report_schedule AS kept (company_id, frequency, since)
      VALUES (NEW.company_id, (NEW."values" ->> 'usageReportFrequency')::integer, now())
      ON CONFLICT (company_id) DO UPDATE SET frequency = excluded.frequency, since = excluded.since
      WHERE kept.frequency <> excluded.frequency;
  ELSE
    DELETE FROM usage_report_schedule WHERE company_id = NEW.company_id;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER usage_report_schedule_kept AFTER INSERT OR UPDATE ON "company_settings"
  FOR EACH ROW EXECUTE FUNCTION keep_usage_report_schedule();
