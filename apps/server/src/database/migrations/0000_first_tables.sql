CREATE TABLE "change_counter" (
	"company_id" bigint NOT NULL,
	"last_number" bigint DEFAULT 0 NOT NULL,
	"forgotten_up_to" bigint DEFAULT 0 NOT NULL,
	"lead_count" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "change_counter_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
ALTER TABLE "change_counter" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "company_settings" (
	"company_id" bigint NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"change_number" bigint DEFAULT 0 NOT NULL,
	"modified_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_settings_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
ALTER TABLE "company_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"company_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer,
	"reply" jsonb,
	"created_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_company_id_account_id_key_pk" PRIMARY KEY("company_id","account_id","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_key" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lead" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "lead_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"revision" integer DEFAULT 1 NOT NULL,
	"change_number" bigint DEFAULT 0 NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"mobile_phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"zip_code" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"project_type" text DEFAULT '' NOT NULL,
	"project_types" text[] DEFAULT '{}' NOT NULL,
	"lead_status" text DEFAULT 'New' NOT NULL,
	"customer_number" text DEFAULT '' NOT NULL,
	"meeting_date" timestamp (3) with time zone,
	"user_id" bigint,
	"additional_salesman_id" bigint,
	"external_id" text,
	"user_external_id" text,
	"project_folder_link" text DEFAULT '' NOT NULL,
	"project_folder_id" text DEFAULT '' NOT NULL,
	"contract_folder_link" text DEFAULT '' NOT NULL,
	"contract_folder_id" text DEFAULT '' NOT NULL,
	"estimation_folder_link" text DEFAULT '' NOT NULL,
	"estimation_folder_id" text DEFAULT '' NOT NULL,
	"production_folder_link" text DEFAULT '' NOT NULL,
	"production_folder_id" text DEFAULT '' NOT NULL,
	"hover_job_id" text,
	"camera_url" text DEFAULT '' NOT NULL,
	"created_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" bigint,
	"name_sort" text GENERATED ALWAYS AS (lower(case when last_name <> '' or first_name <> '' then trim(last_name || ' ' || first_name) else company end)) STORED NOT NULL,
	"company_sort" text GENERATED ALWAYS AS (lower(company)) STORED NOT NULL,
	"meeting_sort" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(meeting_date, timestamptz '9999-01-01 00:00:00+00')) STORED NOT NULL,
	CONSTRAINT "lead_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "lead" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tombstone" (
	"company_id" bigint NOT NULL,
	"store" text NOT NULL,
	"record_id" bigint NOT NULL,
	"change_number" bigint NOT NULL,
	"deleted_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tombstone_company_id_store_record_id_pk" PRIMARY KEY("company_id","store","record_id")
);
--> statement-breakpoint
ALTER TABLE "tombstone" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password_hash" text,
	"email_confirmed" boolean DEFAULT false NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"is_super_admin" boolean DEFAULT false NOT NULL,
	"is_master_admin" boolean DEFAULT false NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_time" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_code" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"expires_time" timestamp (3) with time zone NOT NULL,
	"used_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "attempt_count" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event" text NOT NULL,
	"account_id" bigint,
	"company_id" bigint,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_time" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"secret_hash" text NOT NULL,
	"former_secret_hash" text,
	"rotated_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_time" timestamp (3) with time zone NOT NULL,
	"revoked_time" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "membership" (
	"company_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"role" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"external_id" text,
	"folder_id" text,
	"change_number" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "membership_company_id_account_id_pk" PRIMARY KEY("company_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "change_counter" ADD CONSTRAINT "change_counter_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_company_id_user_id_membership_company_id_account_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."membership"("company_id","account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_company_id_additional_salesman_id_membership_company_id_account_id_fk" FOREIGN KEY ("company_id","additional_salesman_id") REFERENCES "public"."membership"("company_id","account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tombstone" ADD CONSTRAINT "tombstone_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_code" ADD CONSTRAINT "account_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_session" ADD CONSTRAINT "login_session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("company_id","created_time");--> statement-breakpoint
CREATE INDEX "lead_name" ON "lead" USING btree ("company_id","name_sort","id");--> statement-breakpoint
CREATE INDEX "lead_company" ON "lead" USING btree ("company_id","company_sort","name_sort","id");--> statement-breakpoint
CREATE INDEX "lead_meeting" ON "lead" USING btree ("company_id","meeting_sort","id");--> statement-breakpoint
CREATE INDEX "lead_user" ON "lead" USING btree ("company_id","user_id","meeting_sort");--> statement-breakpoint
CREATE INDEX "lead_additional_salesman" ON "lead" USING btree ("company_id","additional_salesman_id");--> statement-breakpoint
CREATE INDEX "lead_change" ON "lead" USING btree ("company_id","change_number");--> statement-breakpoint
CREATE INDEX "tombstone_change" ON "tombstone" USING btree ("company_id","change_number");--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "account_code_hash" ON "account_code" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "account_code_account" ON "account_code" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "audit_event_company" ON "audit_event" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "login_session_account" ON "login_session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "membership_account" ON "membership" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "membership_change" ON "membership" USING btree ("company_id","change_number");--> statement-breakpoint
CREATE POLICY "change_counter_only_own_company" ON "change_counter" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "change_counter_platform" ON "change_counter" AS PERMISSIVE FOR ALL TO "ridgebook_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "company_settings_only_own_company" ON "company_settings" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "idempotency_key_only_own_company" ON "idempotency_key" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "lead_only_own_company" ON "lead" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "tombstone_only_own_company" ON "tombstone" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "tombstone_platform" ON "tombstone" AS PERMISSIVE FOR ALL TO "ridgebook_platform" USING (true) WITH CHECK (true);