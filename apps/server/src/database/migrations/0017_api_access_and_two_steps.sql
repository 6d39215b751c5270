CREATE TABLE "credential" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "credential_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"user_name" text DEFAULT '' NOT NULL,
	"secret" text NOT NULL,
	"modified_time" timestamp (3) with time zone NOT NULL,
	"modified_by" bigint,
	CONSTRAINT "credential_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "credential" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_access" (
	"company_id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint DEFAULT nextval('user_id') NOT NULL,
	"access" text DEFAULT 'read' NOT NULL,
	"token_hash" text,
	"prefix" text DEFAULT '' NOT NULL,
	"created_by" bigint,
	"created_time" timestamp (3) with time zone,
	"last_used_time" timestamp (3) with time zone,
	"last_used_address" text DEFAULT '' NOT NULL,
	"former_hash" text,
	"former_prefix" text DEFAULT '' NOT NULL,
	"former_ends_time" timestamp (3) with time zone,
	"former_last_used_time" timestamp (3) with time zone,
	CONSTRAINT "api_access_created" CHECK (("api_access"."token_hash" is null) = ("api_access"."created_time" is null)),
	CONSTRAINT "api_access_former_ends" CHECK (("api_access"."former_hash" is null) = ("api_access"."former_ends_time" is null))
);
--> statement-breakpoint
CREATE TABLE "backup_code" (
	"account_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "backup_code_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "two_step" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_time" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_key" DROP CONSTRAINT "idempotency_key_account_id_account_id_fk";
--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_access" ADD CONSTRAINT "api_access_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_code" ADD CONSTRAINT "backup_code_account_id_two_step_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."two_step"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_step" ADD CONSTRAINT "two_step_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_access_token" ON "api_access" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_access_former" ON "api_access" USING btree ("former_hash");--> statement-breakpoint
CREATE POLICY "credential_only_own_company" ON "credential" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint

ALTER TABLE "credential" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "credential" TO ridgebook_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "api_access" TO ridgebook_platform;--> statement-breakpoint

CREATE OR REPLACE FUNCTION person_name(asked_user bigint) RETURNS TABLE (first_name text, last_name text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.first_name, u.last_name, u.email FROM company_user u WHERE u.company_id = current_company() AND u.user_id = asked_user
  UNION ALL
  SELECT a.first_name, a.last_name, a.email FROM account a
  WHERE a.id = asked_user AND a.is_super_admin
    AND NOT EXISTS (SELECT FROM membership m WHERE m.company_id = current_company() AND m.id = asked_user)
  UNION ALL
  SELECT 'API', '', '' FROM api_access t WHERE t.company_id = current_company() AND t.user_id = asked_user
$$;--> statement-breakpoint

-- The caller of a request with an integration token, in the shape of open_session. No row: the token is not one, or its company is
-- inactive. Without company_id: another company was asked for. `read-api-token.ts` checks when a former token ends.
CREATE FUNCTION open_api_session(asked_hash text, asked_company bigint)
RETURNS TABLE (
  account_id bigint, user_id bigint, email text, first_name text, last_name text, phone_number text, email_confirmed boolean,
  is_super_admin boolean, is_master_admin boolean, is_demo boolean,
  company_id bigint, is_member boolean, role text, active boolean, external_id text, folder_id text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  token_company bigint;
BEGIN
  SELECT t.company_id, t.user_id, t.user_id INTO token_company, user_id, account_id
    FROM api_access t JOIN company c ON c.id = t.company_id
    WHERE c.active AND (t.token_hash = asked_hash OR t.former_hash = asked_hash);
  IF NOT FOUND THEN RETURN; END IF;
  email := '';
  first_name := 'API';
  last_name := '';
  phone_number := '';
  email_confirmed := false;
  is_super_admin := false;
  is_master_admin := false;
  is_demo := false;
  is_member := false;
  active := false;
  IF asked_company IS NULL OR asked_company = token_company THEN
    company_id := token_company;
    is_member := true;
    role := 'User';
    active := true;
    PERFORM set_config('ridgebook.company_id', token_company::text, true);
  END IF;
  RETURN NEXT;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION open_api_session(text, bigint) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION open_api_session(text, bigint) TO ridgebook_app;--> statement-breakpoint

GRANT SELECT, INSERT, UPDATE, DELETE ON "two_step", "backup_code" TO ridgebook_platform;
