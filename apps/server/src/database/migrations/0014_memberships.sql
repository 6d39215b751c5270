-- Users of companies get ids of their own. Those of before keep what companies know them by: the ids of their accounts.
CREATE SEQUENCE "public"."user_id" INCREMENT BY 1 MINVALUE 1000000000 MAXVALUE 9223372036854775807 START WITH 1000000000 CACHE 1;--> statement-breakpoint
ALTER TABLE "account" ALTER COLUMN "id" SET MAXVALUE 999999999;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "id" bigint;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "first_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "last_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "phone_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "invited_email" text;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "invited_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "declined_time" timestamp (3) with time zone;--> statement-breakpoint
-- Devices need not download their users again: nothing of them changes for them.
ALTER TABLE "membership" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "membership" m SET id = m.account_id, first_name = a.first_name, last_name = a.last_name, phone_number = a.phone_number
  FROM "account" a WHERE a.id = m.account_id;--> statement-breakpoint
ALTER TABLE "membership" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "membership" ALTER COLUMN "id" SET DEFAULT nextval('user_id');--> statement-breakpoint
ALTER TABLE "membership" ALTER COLUMN "id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" DROP CONSTRAINT "lead_company_id_user_id_membership_company_id_account_id_fk";--> statement-breakpoint
ALTER TABLE "lead" DROP CONSTRAINT "lead_company_id_additional_salesman_id_membership_company_id_account_id_fk";--> statement-breakpoint
ALTER TABLE "membership" DROP CONSTRAINT "membership_company_id_account_id_pk";--> statement-breakpoint
ALTER TABLE "membership" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_company_id_id_pk" PRIMARY KEY("company_id","id");--> statement-breakpoint
ALTER TABLE "account_code" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account_code" ADD COLUMN "company_id" bigint;--> statement-breakpoint
ALTER TABLE "account_code" ADD COLUMN "user_id" bigint;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_user" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."membership"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_additional_salesman" FOREIGN KEY ("company_id","additional_salesman_id") REFERENCES "public"."membership"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_code" ADD CONSTRAINT "account_code_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."membership"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_code_membership" ON "account_code" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_company_account" ON "membership" USING btree ("company_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_company_invited" ON "membership" USING btree ("company_id",lower("invited_email"));--> statement-breakpoint
CREATE INDEX "membership_invited" ON "membership" USING btree (lower("invited_email"));--> statement-breakpoint
ALTER TABLE "account_code" ADD CONSTRAINT "account_code_owner" CHECK (num_nonnulls("account_code"."account_id", "account_code"."user_id") = 1);--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_person" CHECK (num_nonnulls("membership"."account_id", "membership"."invited_email") > 0);--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_invited_time" CHECK (("membership"."invited_email" is null) = ("membership"."invited_time" is null));--> statement-breakpoint

GRANT USAGE ON SEQUENCE "user_id" TO ridgebook_platform;--> statement-breakpoint

DROP TRIGGER membership_tombstone ON "membership";--> statement-breakpoint
CREATE TRIGGER membership_tombstone AFTER DELETE ON "membership" FOR EACH ROW EXECUTE FUNCTION leave_tombstone('users', 'id');--> statement-breakpoint
-- Somebody who joins again has a new id: no user comes back.
DROP TRIGGER membership_back ON "membership";--> statement-breakpoint
DROP FUNCTION remove_tombstone();--> statement-breakpoint
REVOKE DELETE ON "tombstone" FROM ridgebook_platform;--> statement-breakpoint

-- Of the account, companies see the e-mail and whether it is confirmed.
DROP TRIGGER account_touches_memberships ON "account";--> statement-breakpoint
CREATE TRIGGER account_touches_memberships AFTER UPDATE OF email, email_confirmed ON "account"
FOR EACH ROW EXECUTE FUNCTION touch_memberships();--> statement-breakpoint

-- Users as their companies see them: what was typed until somebody accepts the invitation, never the account's names and rights.
CREATE VIEW company_user AS
  SELECT m.id AS user_id, m.external_id, m.folder_id, coalesce(m.invited_email, a.email) AS email, m.phone_number,
         m.invited_email IS NULL AND a.email_confirmed AS email_confirmed, m.first_name, m.last_name, m.active,
         false AS is_super_admin, false AS is_master_admin, m.role, m.company_id, m.invited_time, m.declined_time, m.change_number
  FROM membership m LEFT JOIN account a ON a.id = m.account_id;--> statement-breakpoint
GRANT SELECT ON company_user TO ridgebook_platform;--> statement-breakpoint

DROP FUNCTION company_users();--> statement-breakpoint
-- The users of the transaction's company, for lists and devices.
CREATE FUNCTION company_users() RETURNS SETOF company_user LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM company_user u WHERE u.company_id = current_company()
$$;--> statement-breakpoint

DROP FUNCTION person_name(bigint);--> statement-breakpoint
-- The name of a user of the transaction's company, or of a super admin, who may work in any and goes by the account's id where they
-- have no membership: who changed a record.
CREATE FUNCTION person_name(asked_user bigint) RETURNS TABLE (first_name text, last_name text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.first_name, u.last_name, u.email FROM company_user u WHERE u.company_id = current_company() AND u.user_id = asked_user
  UNION ALL
  SELECT a.first_name, a.last_name, a.email FROM account a
  WHERE a.id = asked_user AND a.is_super_admin
    AND NOT EXISTS (SELECT FROM membership m WHERE m.company_id = current_company() AND m.id = asked_user)
$$;--> statement-breakpoint

DROP FUNCTION open_session(uuid, bigint);--> statement-breakpoint
-- As before, and: user_id and the names are those of the membership in the chosen company, of the account where there is none.
CREATE FUNCTION open_session(asked_session uuid, asked_company bigint)
RETURNS TABLE (
  account_id bigint, user_id bigint, email text, first_name text, last_name text, phone_number text, email_confirmed boolean,
  is_super_admin boolean, is_master_admin boolean, is_demo boolean,
  company_id bigint, is_member boolean, role text, active boolean, external_id text, folder_id text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  chosen bigint := asked_company;
  session_company bigint;
  last_company bigint;
  member membership;
BEGIN
  SELECT a.id, a.id, a.email, a.first_name, a.last_name, a.phone_number, a.email_confirmed, a.is_super_admin, a.is_master_admin, a.is_demo,
         s.company_id, a.last_company_id
    INTO account_id, user_id, email, first_name, last_name, phone_number, email_confirmed, is_super_admin, is_master_admin, is_demo,
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
    active := EXISTS (SELECT FROM company c WHERE c.id = chosen AND c.active);
    SELECT * INTO member FROM membership m WHERE m.account_id = open_session.account_id AND m.company_id = chosen;
    is_member := FOUND;
    IF is_member THEN
      role := member.role;
      external_id := member.external_id;
      folder_id := member.folder_id;
    END IF;
    active := active AND (open_session.is_super_admin OR (is_member AND member.active));
    IF active THEN
      company_id := chosen;
      IF is_member THEN
        user_id := member.id;
        first_name := member.first_name;
        last_name := member.last_name;
        phone_number := member.phone_number;
      END IF;
      PERFORM set_config('ridgebook.company_id', chosen::text, true);
    END IF;
  END IF;
  RETURN NEXT;
END
$$;--> statement-breakpoint

REVOKE ALL ON FUNCTION company_users(), person_name(bigint), open_session(uuid, bigint) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION company_users(), person_name(bigint), open_session(uuid, bigint) TO ridgebook_app;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION open_session(uuid, bigint) TO ridgebook_platform;
