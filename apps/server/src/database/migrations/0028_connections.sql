CREATE TABLE "connection_cache" (
	"company_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"call" text NOT NULL,
	"parameters" text NOT NULL,
	"reply" text NOT NULL,
	"stamp" text DEFAULT '' NOT NULL,
	"fetched_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connection_cache_company_id_provider_call_parameters_pk" PRIMARY KEY("company_id","provider","call","parameters")
);
--> statement-breakpoint
ALTER TABLE "connection_cache" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "connection_grant" (
	"company_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"grant_id" uuid NOT NULL,
	"is_rehearsal" boolean NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"refresh_token" text NOT NULL,
	"access_token" text NOT NULL,
	"access_ends_time" timestamp (3) with time zone NOT NULL,
	"account_label" text DEFAULT '' NOT NULL,
	"connected_by" bigint,
	"connected_by_name" text NOT NULL,
	"connected_time" timestamp (3) with time zone NOT NULL,
	"renewed_time" timestamp (3) with time zone,
	"lease_id" uuid,
	"lease_ends_time" timestamp (3) with time zone,
	"last_success_time" timestamp (3) with time zone,
	"last_failure_time" timestamp (3) with time zone,
	"last_failure" text,
	"calls_left" double precision NOT NULL,
	"calls_time" timestamp (3) with time zone NOT NULL,
	"rests_until" timestamp (3) with time zone,
	"failures_in_row" integer DEFAULT 0 NOT NULL,
	"breaker_ends_time" timestamp (3) with time zone,
	CONSTRAINT "connection_grant_company_id_provider_pk" PRIMARY KEY("company_id","provider")
);
--> statement-breakpoint
ALTER TABLE "connection_grant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "connection_pending" (
	"company_id" bigint NOT NULL,
	"state_hash" text NOT NULL,
	"provider" text NOT NULL,
	"is_rehearsal" boolean NOT NULL,
	"session_id" uuid NOT NULL,
	"verifier" text,
	"ends_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connection_pending_company_id_state_hash_pk" PRIMARY KEY("company_id","state_hash")
);
--> statement-breakpoint
ALTER TABLE "connection_pending" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "connection_cache" ADD CONSTRAINT "connection_cache_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_grant" ADD CONSTRAINT "connection_grant_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_pending" ADD CONSTRAINT "connection_pending_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_cache_age" ON "connection_cache" USING btree ("company_id","fetched_time");--> statement-breakpoint
CREATE INDEX "connection_pending_session" ON "connection_pending" USING btree ("company_id","session_id","provider");--> statement-breakpoint
CREATE POLICY "connection_cache_only_own_company" ON "connection_cache" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "connection_grant_only_own_company" ON "connection_grant" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "connection_pending_only_own_company" ON "connection_pending" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
ALTER TABLE "connection_grant" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "connection_pending" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "connection_cache" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "connection_grant", "connection_pending", "connection_cache" TO ridgebook_app;
