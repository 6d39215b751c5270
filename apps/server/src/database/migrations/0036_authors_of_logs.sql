-- Who acts and when, in what can never be changed: the database says it, not the server's code (decision 0124). A transaction names the
-- session or token that opened it, and only somebody who has that can name it: no role of a request reads either.

-- As before, and: the transaction names its session.
CREATE OR REPLACE FUNCTION open_session(asked_session uuid, asked_company bigint)
RETURNS TABLE (
  account_id bigint, user_id bigint, email text, first_name text, last_name text, phone_number text, email_confirmed boolean,
  is_super_admin boolean, is_master_admin boolean, is_demo boolean,
  company_id bigint, is_member boolean, role text, active boolean, external_id text, folder_id text, needs_second_step boolean,
  own_leads_since bigint
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
  PERFORM set_config('ridgebook.login_session', asked_session::text, true);

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
      IF NOT open_session.is_super_admin AND role IS DISTINCT FROM 'Admin' THEN
        SELECT c.own_leads_since INTO own_leads_since FROM company c WHERE c.id = chosen;
      END IF;
      PERFORM set_config('ridgebook.lead_sight', CASE WHEN own_leads_since IS NULL THEN '' ELSE 'own' END, true);
    END IF;
  END IF;
  RETURN NEXT;
END
$$;--> statement-breakpoint

-- As before, and: the transaction names its token.
CREATE OR REPLACE FUNCTION open_api_session(asked_hash text, asked_company bigint)
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
  PERFORM set_config('ridgebook.api_token', asked_hash, true);
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

-- Who opened the transaction, as its company knows them. No row in jobs and commands, which nobody opened.
CREATE FUNCTION current_author() RETURNS TABLE (user_id bigint, name text, email text, is_super_admin boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(m.id, a.id), coalesce(nullif(trim(CASE WHEN m.id IS NULL THEN a.first_name || ' ' || a.last_name
      ELSE m.first_name || ' ' || m.last_name END), ''), a.email), a.email, m.id IS NULL
    FROM login_session s JOIN account a ON a.id = s.account_id
    LEFT JOIN membership m ON m.account_id = a.id AND m.company_id = current_company()
    WHERE s.id = nullif(current_setting('ridgebook.login_session', true), '')::uuid AND s.revoked_time IS NULL
      AND (a.is_super_admin OR m.active)
  UNION ALL
  SELECT t.user_id, 'API', '', false FROM api_access t
    WHERE t.company_id = current_company()
      AND nullif(current_setting('ridgebook.api_token', true), '') IN (t.token_hash, t.former_hash)
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION current_author() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION current_author() TO ridgebook_app;--> statement-breakpoint

-- The job of an import of leads acts for the person who asked for it, so that person is fixed when they ask.
CREATE FUNCTION fix_actor_of_import() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  author record;
BEGIN
  SELECT * INTO author FROM current_author();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Nobody is signed in who could ask for an import.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  NEW.actor := NEW.actor
    || jsonb_build_object('id', author.user_id, 'name', author.name, 'isSuperAdmin', author.is_super_admin);
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER lead_import_actor BEFORE INSERT ON "lead_import"
FOR EACH ROW WHEN (current_user = 'ridgebook_app' AND NEW.actor IS NOT NULL) EXECUTE FUNCTION fix_actor_of_import();--> statement-breakpoint
CREATE TRIGGER lead_import_actor_change BEFORE UPDATE ON "lead_import"
FOR EACH ROW WHEN (current_user = 'ridgebook_app' AND NEW.actor IS NOT NULL AND NEW.actor IS DISTINCT FROM OLD.actor)
EXECUTE FUNCTION fix_actor_of_import();--> statement-breakpoint

-- The platform's role notes refusals and what is done to people of other companies; it has a login of its own, and says itself who acted.
CREATE FUNCTION fix_author_of_activity() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  author record;
  asked jsonb;
BEGIN
  SELECT * INTO author FROM current_author();
  IF FOUND THEN
    NEW.actor_id := author.user_id;
    NEW.actor_name := author.name;
    NEW.is_super_admin := author.is_super_admin;
  ELSIF NOT is_company_active() THEN
    -- A company that is being moved here, or is the demo's, is filled with its history before anybody can enter it.
    RETURN NEW;
  ELSE
    SELECT i.actor INTO asked FROM lead_import i
      WHERE i.company_id = NEW.company_id AND i.state IN ('importing', 'imported') AND i.file_name = NEW.subject_name
        AND (i.actor ->> 'id')::bigint IS NOT DISTINCT FROM NEW.actor_id
        AND NEW.kind = 'company' AND NEW.action = 'added' AND NEW.member = 'leads'
      ORDER BY i.id DESC LIMIT 1;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'Nobody is signed in who could have done this.' USING ERRCODE = 'insufficient_privilege';
    END IF;
    NEW.actor_name := asked ->> 'name';
    NEW.is_super_admin := (asked ->> 'isSuperAdmin')::boolean;
  END IF;
  NEW.time := now();
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER activity_author BEFORE INSERT ON "activity"
FOR EACH ROW WHEN (current_user = 'ridgebook_app') EXECUTE FUNCTION fix_author_of_activity();--> statement-breakpoint

-- The hash of an event is made over its author and time, so they are checked instead of fixed. The server asks for the time first; a server of
-- the former release takes its own clock's, which may be a minute off. A company that nobody can enter yet is filled with its history.
CREATE FUNCTION check_document_event() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  author record;
  is_active constant boolean := is_company_active();
BEGIN
  IF is_active AND abs(extract(epoch FROM NEW.time - now())) > 60 THEN
    RAISE EXCEPTION 'An event of the evidence log has another time than now.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT EXISTS (
    SELECT FROM document_log l WHERE l.company_id = NEW.company_id
      AND l.last_sequence = NEW.sequence - 1 AND l.last_hash = NEW.previous_hash
  ) THEN
    RAISE EXCEPTION 'An event does not follow the end of its evidence log.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF is_active AND NEW.kind IN ('signed', 'deleted') THEN
    SELECT * INTO author FROM current_author();
    IF NOT FOUND OR (CASE NEW.kind
      WHEN 'signed' THEN (NEW.payload ->> 'receivedFrom')::bigint IS DISTINCT FROM author.user_id
        OR NEW.payload -> 'account' ->> 'email' IS DISTINCT FROM author.email
        OR NEW.payload -> 'account' ->> 'name' NOT IN ('', author.name)
      ELSE (NEW.payload ->> 'deletedBy')::bigint IS DISTINCT FROM author.user_id END)
    THEN
      RAISE EXCEPTION 'An event of the evidence log names another author.' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER document_event_is_true BEFORE INSERT ON "document_event"
FOR EACH ROW WHEN (current_user = 'ridgebook_app') EXECUTE FUNCTION check_document_event();--> statement-breakpoint

-- The end of the log is where its last event is.
CREATE FUNCTION check_document_log() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (TG_OP = 'INSERT' AND (NEW.last_sequence, NEW.last_hash) <> (0, ''))
    OR (TG_OP = 'UPDATE' AND NOT EXISTS (
      SELECT FROM document_event e WHERE e.company_id = NEW.company_id AND NEW.company_id = OLD.company_id
        AND e.sequence = NEW.last_sequence AND e.sequence = OLD.last_sequence + 1 AND e.hash = NEW.last_hash
    ))
  THEN
    RAISE EXCEPTION 'An evidence log ends with its last event.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER document_log_is_true BEFORE INSERT OR UPDATE ON "document_log"
FOR EACH ROW WHEN (current_user = 'ridgebook_app') EXECUTE FUNCTION check_document_log();--> statement-breakpoint

REVOKE ALL ON FUNCTION fix_actor_of_import(), fix_author_of_activity(), check_document_event(), check_document_log() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION fix_actor_of_import(), fix_author_of_activity(), check_document_event(), check_document_log() TO ridgebook_app;
