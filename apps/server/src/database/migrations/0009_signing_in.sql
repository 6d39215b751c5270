CREATE TABLE "known_device" (
	"account_id" bigint NOT NULL,
	"secret_hash" text NOT NULL,
	"last_used_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_device_secret_hash_account_id_pk" PRIMARY KEY("secret_hash","account_id")
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "last_company_id" bigint;--> statement-breakpoint
ALTER TABLE "login_session" ADD COLUMN "ends_time" timestamp (3) with time zone DEFAULT now() + interval '90 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_session" ADD COLUMN "company_id" bigint;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_last_company_id_company_id_fk" FOREIGN KEY ("last_company_id") REFERENCES "public"."company"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_session" ADD CONSTRAINT "login_session_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "known_device" TO ridgebook_platform;--> statement-breakpoint

-- As before, and: a session ends for good at its ends_time; a call that names no company is made in the session's company, else
-- where the person worked last, else in their oldest company. A super admin still names the company.
CREATE OR REPLACE FUNCTION open_session(asked_session uuid, asked_company bigint)
RETURNS TABLE (
  account_id bigint, email text, first_name text, last_name text, phone_number text, email_confirmed boolean,
  is_super_admin boolean, is_master_admin boolean, is_demo boolean,
  company_id bigint, is_member boolean, role text, active boolean, external_id text, folder_id text, company_count bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  chosen bigint := asked_company;
  session_company bigint;
  last_company bigint;
BEGIN
  SELECT a.id, a.email, a.first_name, a.last_name, a.phone_number, a.email_confirmed, a.is_super_admin, a.is_master_admin, a.is_demo,
         s.company_id, a.last_company_id
    INTO account_id, email, first_name, last_name, phone_number, email_confirmed, is_super_admin, is_master_admin, is_demo,
         session_company, last_company
    FROM login_session s JOIN account a ON a.id = s.account_id
    WHERE s.id = asked_session AND s.revoked_time IS NULL AND s.expires_time > now() AND s.ends_time > now();
  IF NOT FOUND THEN RETURN; END IF;

  IF chosen IS NULL AND NOT open_session.is_super_admin THEN
    SELECT m.company_id INTO chosen
      FROM membership m JOIN company c ON c.id = m.company_id
      WHERE m.account_id = open_session.account_id AND m.active AND c.active
      ORDER BY m.company_id = session_company DESC NULLS LAST, m.company_id = last_company DESC NULLS LAST, m.company_id
      LIMIT 1;
  END IF;

  is_member := false;
  active := true;
  IF chosen IS NOT NULL THEN
    SELECT m.role, m.active AND c.active, m.external_id, m.folder_id
      INTO role, active, external_id, folder_id
      FROM membership m JOIN company c ON c.id = m.company_id
      WHERE m.account_id = open_session.account_id AND m.company_id = chosen;
    is_member := FOUND;
    IF (is_member AND active)
      OR (open_session.is_super_admin AND EXISTS (SELECT FROM company c WHERE c.id = chosen AND c.active)) THEN
      active := true;
      company_id := chosen;
      PERFORM set_config('ridgebook.company_id', chosen::text, true);
    ELSE
      active := false;
    END IF;
  END IF;
  RETURN NEXT;
END
$$;
