ALTER TABLE "company" ADD COLUMN "two_step_required_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "login_session" ADD COLUMN "has_second_step" boolean DEFAULT false NOT NULL;--> statement-breakpoint

-- Sessions are opened before anything of a company may be read: since when it requires a second step stands where they look. By the clock
-- that dates sessions, and unchanged while other settings change.
CREATE FUNCTION keep_two_step_required_time() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  required boolean := coalesce(NEW."values" -> 'requireTwoStepSignIn' = 'true', false);
BEGIN
  UPDATE company SET two_step_required_time = CASE WHEN required THEN NEW.modified_time END
    WHERE id = NEW.company_id AND (two_step_required_time IS NOT NULL) <> required;
  RETURN NULL;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_two_step_required_time() FROM PUBLIC;--> statement-breakpoint
CREATE TRIGGER two_step_required_time_kept AFTER INSERT OR UPDATE ON "company_settings"
  FOR EACH ROW EXECUTE FUNCTION keep_two_step_required_time();--> statement-breakpoint

DROP FUNCTION open_session(uuid, bigint);--> statement-breakpoint
-- As before, and: a company that requires two-step sign-in is entered by sessions that began before it did, by those in which a second
-- step was shown, and by accounts that have one. Super admins enter every company without it, also where they are members.
CREATE FUNCTION open_session(asked_session uuid, asked_company bigint)
RETURNS TABLE (
  account_id bigint, user_id bigint, email text, first_name text, last_name text, phone_number text, email_confirmed boolean,
  is_super_admin boolean, is_master_admin boolean, is_demo boolean,
  company_id bigint, is_member boolean, role text, active boolean, external_id text, folder_id text, needs_second_step boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  chosen bigint := asked_company;
  session_company bigint;
  session_time timestamptz;
  session_has_step boolean;
  last_company bigint;
  member membership;
BEGIN
  SELECT a.id, a.id, a.email, a.first_name, a.last_name, a.phone_number, a.email_confirmed, a.is_super_admin, a.is_master_admin, a.is_demo,
         s.company_id, a.last_company_id, s.created_time, s.has_second_step
    INTO account_id, user_id, email, first_name, last_name, phone_number, email_confirmed, is_super_admin, is_master_admin, is_demo,
         session_company, last_company, session_time, session_has_step
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
  needs_second_step := false;
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
    needs_second_step := active AND NOT open_session.is_super_admin AND NOT session_has_step
      AND EXISTS (SELECT FROM company c WHERE c.id = chosen AND c.two_step_required_time <= session_time)
      AND NOT EXISTS (SELECT FROM two_step t WHERE t.account_id = open_session.account_id AND t.confirmed_time IS NOT NULL);
    IF needs_second_step THEN
      -- Signed in, and in no company yet.
      role := NULL;
      external_id := NULL;
      folder_id := NULL;
    ELSIF active THEN
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

REVOKE ALL ON FUNCTION open_session(uuid, bigint) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION open_session(uuid, bigint) TO ridgebook_app, ridgebook_platform;
