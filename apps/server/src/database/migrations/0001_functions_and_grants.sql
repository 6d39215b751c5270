CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint

-- Row-level security also binds the owner of the company tables, so that a mistake in a migration shows at once.
ALTER TABLE "change_counter" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tombstone" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "idempotency_key" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company_settings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lead" FORCE ROW LEVEL SECURITY;--> statement-breakpoint

REVOKE ALL ON SCHEMA public FROM PUBLIC;--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO ridgebook_app, ridgebook_platform;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "change_counter", "tombstone", "idempotency_key", "company_settings", "lead" TO ridgebook_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "account", "company", "membership", "login_session", "account_code", "attempt_count", "installation" TO ridgebook_platform;--> statement-breakpoint
GRANT SELECT, INSERT ON "audit_event" TO ridgebook_platform;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "change_counter", "tombstone" TO ridgebook_platform;--> statement-breakpoint

-- The company of the transaction. Every function below takes it from here and from nowhere else.
CREATE FUNCTION current_company() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT nullif(current_setting('ridgebook.company_id', true), '')::bigint
$$;--> statement-breakpoint

-- Gives the next change number of a company. The row stays locked until the transaction ends: numbers are in the order of
-- commits, and a reader that saw number n has seen every smaller one.
CREATE FUNCTION next_change_number(company bigint) RETURNS bigint LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO change_counter (company_id, last_number) VALUES (company, 1)
  ON CONFLICT (company_id) DO UPDATE SET last_number = change_counter.last_number + 1
  RETURNING last_number
$$;--> statement-breakpoint

CREATE FUNCTION give_change_number() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.change_number := next_change_number(NEW.company_id);
  RETURN NEW;
END
$$;--> statement-breakpoint

-- Arguments: the store that devices know the record by, and the column that holds its id.
CREATE FUNCTION leave_tombstone() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  deleted_id constant bigint := (to_jsonb(OLD) ->> TG_ARGV[1])::bigint;
BEGIN
  -- While a whole company goes, nobody is left to hear of its records.
  IF EXISTS (SELECT FROM change_counter WHERE company_id = OLD.company_id) THEN
    INSERT INTO tombstone (company_id, store, record_id, change_number)
    VALUES (OLD.company_id, TG_ARGV[0], deleted_id, next_change_number(OLD.company_id))
    ON CONFLICT (company_id, store, record_id)
    DO UPDATE SET change_number = excluded.change_number, deleted_time = now();
  END IF;
  RETURN OLD;
END
$$;--> statement-breakpoint

-- A record that comes back (a user who joins again) is no longer deleted.
CREATE FUNCTION remove_tombstone() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM tombstone
  WHERE company_id = NEW.company_id AND store = TG_ARGV[0] AND record_id = (to_jsonb(NEW) ->> TG_ARGV[1])::bigint;
  RETURN NEW;
END
$$;--> statement-breakpoint
GRANT DELETE ON "tombstone" TO ridgebook_platform;--> statement-breakpoint

CREATE TRIGGER lead_change_number BEFORE INSERT OR UPDATE ON "lead" FOR EACH ROW EXECUTE FUNCTION give_change_number();--> statement-breakpoint
CREATE TRIGGER lead_tombstone AFTER DELETE ON "lead" FOR EACH ROW EXECUTE FUNCTION leave_tombstone('leads', 'id');--> statement-breakpoint
CREATE TRIGGER company_settings_change_number BEFORE INSERT OR UPDATE ON "company_settings" FOR EACH ROW EXECUTE FUNCTION give_change_number();--> statement-breakpoint
CREATE TRIGGER membership_change_number BEFORE INSERT OR UPDATE ON "membership" FOR EACH ROW EXECUTE FUNCTION give_change_number();--> statement-breakpoint
CREATE TRIGGER membership_tombstone AFTER DELETE ON "membership" FOR EACH ROW EXECUTE FUNCTION leave_tombstone('users', 'account_id');--> statement-breakpoint
CREATE TRIGGER membership_back AFTER INSERT ON "membership" FOR EACH ROW EXECUTE FUNCTION remove_tombstone('users', 'account_id');--> statement-breakpoint

-- A changed name or e-mail is a change of the user in every company they belong to.
CREATE FUNCTION touch_memberships() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE membership SET active = active WHERE account_id = NEW.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER account_touches_memberships
AFTER UPDATE OF email, email_confirmed, first_name, last_name, phone_number, is_super_admin, is_master_admin ON "account"
FOR EACH ROW EXECUTE FUNCTION touch_memberships();--> statement-breakpoint

-- Opens a request's transaction: checks the login session and the company in one statement and, where somebody may work
-- in that company, makes it the transaction's company. Without a company asked for, it is the only one there is.
-- Returns no row when the session is over. Runs as owner because the app's role cannot read platform tables.
CREATE FUNCTION open_session(asked_session uuid, asked_company bigint)
RETURNS TABLE (
  account_id bigint, email text, first_name text, last_name text, phone_number text, email_confirmed boolean,
  is_super_admin boolean, is_master_admin boolean, is_demo boolean,
  company_id bigint, is_member boolean, role text, active boolean, external_id text, folder_id text, company_count bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  chosen bigint := asked_company;
  own_count bigint;
BEGIN
  SELECT a.id, a.email, a.first_name, a.last_name, a.phone_number, a.email_confirmed, a.is_super_admin, a.is_master_admin, a.is_demo
    INTO account_id, email, first_name, last_name, phone_number, email_confirmed, is_super_admin, is_master_admin, is_demo
    FROM login_session s JOIN account a ON a.id = s.account_id
    WHERE s.id = asked_session AND s.revoked_time IS NULL AND s.expires_time > now();
  IF NOT FOUND THEN RETURN; END IF;

  IF chosen IS NULL AND NOT open_session.is_super_admin THEN
    SELECT min(m.company_id), count(*) INTO chosen, own_count
      FROM membership m JOIN company c ON c.id = m.company_id
      WHERE m.account_id = open_session.account_id AND m.active AND c.active;
    IF own_count <> 1 THEN chosen := NULL; END IF;
    company_count := own_count;
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
$$;--> statement-breakpoint

-- The users of the transaction's company, for lists and devices.
CREATE FUNCTION company_users()
RETURNS TABLE (
  account_id bigint, external_id text, folder_id text, email text, phone_number text, email_confirmed boolean,
  first_name text, last_name text, active boolean, is_super_admin boolean, is_master_admin boolean, role text,
  company_id bigint, change_number bigint
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, m.external_id, m.folder_id, a.email, a.phone_number, a.email_confirmed, a.first_name, a.last_name, m.active,
         a.is_super_admin, a.is_master_admin, m.role, m.company_id, m.change_number
  FROM membership m JOIN account a ON a.id = m.account_id
  WHERE m.company_id = current_company()
$$;--> statement-breakpoint

CREATE FUNCTION record_audit_event(event text, account_id bigint, company_id bigint, details jsonb)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO audit_event (event, account_id, company_id, details) VALUES ($1, $2, $3, $4)
$$;--> statement-breakpoint

-- Total of the leads, for pages of lists; the row is locked by the change number anyway.
CREATE FUNCTION count_leads() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE change_counter c
  SET lead_count = c.lead_count + CASE TG_OP WHEN 'INSERT' THEN counted.leads ELSE -counted.leads END
  FROM (SELECT company_id, count(*) AS leads FROM affected GROUP BY company_id) counted
  WHERE c.company_id = counted.company_id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER leads_added AFTER INSERT ON "lead" REFERENCING NEW TABLE AS affected FOR EACH STATEMENT EXECUTE FUNCTION count_leads();--> statement-breakpoint
CREATE TRIGGER leads_removed AFTER DELETE ON "lead" REFERENCING OLD TABLE AS affected FOR EACH STATEMENT EXECUTE FUNCTION count_leads();--> statement-breakpoint

-- Search. A policy on the searched table would keep PostgreSQL from using the trigram index (its operators are not
-- leakproof), so the texts stand in a table of their own that the app's role cannot read, behind one function that takes
-- the company from the transaction's setting only.
CREATE TABLE lead_search (
  company_id bigint NOT NULL,
  lead_id bigint NOT NULL,
  -- Both folded as by searchable_text. The document begins with a space, so that the beginning of each word follows one.
  name text NOT NULL,
  document text NOT NULL,
  -- The lead's own, so that the best are found without a look at the leads.
  name_sort text NOT NULL,
  PRIMARY KEY (company_id, lead_id)
);--> statement-breakpoint
CREATE INDEX lead_search_document ON lead_search USING gin (company_id, document gin_trgm_ops);--> statement-breakpoint

-- Without case and accents; the words of a search are folded the same way (features/leads/search-words.ts).
CREATE FUNCTION searchable_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT regexp_replace(normalize(lower(value), NFD), '[\u0300-\u036f]', '', 'g')
$$;--> statement-breakpoint

-- Arguments are columns of a lead. Phone numbers stand in it as digits and with hyphens, so that whole numbers and parts of
-- them are found however they are written.
CREATE FUNCTION lead_search_document(first_name text, last_name text, company text, phone text, mobile_phone text, email text,
  street text, city text, customer_number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT ' ' || searchable_text(concat_ws(' ', nullif(first_name, ''), nullif(last_name, ''), nullif(company, ''), nullif(email, ''),
    nullif(street, ''), nullif(city, ''), nullif(customer_number, ''), nullif(regexp_replace(customer_number, '\D', '', 'g'), ''),
    nullif(regexp_replace(phone, '^\+1(\d{3})(\d{3})(\d{4})$', '\1\2\3 \1-\2-\3'), ''),
    nullif(regexp_replace(mobile_phone, '^\+1(\d{3})(\d{3})(\d{4})$', '\1\2\3 \1-\2-\3'), '')))
$$;--> statement-breakpoint

CREATE FUNCTION keep_lead_search() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM lead_search s WHERE s.company_id = OLD.company_id AND s.lead_id = OLD.id;
    RETURN NULL;
  END IF;
  INSERT INTO lead_search (company_id, lead_id, name, document, name_sort)
  VALUES (NEW.company_id, NEW.id, searchable_text(trim(NEW.first_name || ' ' || NEW.last_name)),
    lead_search_document(NEW.first_name, NEW.last_name, NEW.company, NEW.phone, NEW.mobile_phone, NEW.email, NEW.street, NEW.city, NEW.customer_number),
    NEW.name_sort)
  ON CONFLICT (company_id, lead_id) DO UPDATE SET name = excluded.name, document = excluded.document, name_sort = excluded.name_sort
  WHERE lead_search.document <> excluded.document OR lead_search.name <> excluded.name;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER lead_search_kept AFTER INSERT OR DELETE OR UPDATE OF first_name, last_name, company, phone, mobile_phone, email, street, city, customer_number
ON "lead" FOR EACH ROW EXECUTE FUNCTION keep_lead_search();--> statement-breakpoint

-- The leads of the transaction's company that hold every word of the query, or where there are none, the `max_similar`
-- leads whose words are most like them.
-- Rank: 4 a name that begins so, with the first or the last name, 3 another word of the name, 2 any word that begins so,
-- 1 the words anywhere; of similar ones, how like they are, up to 1.
-- `words` are folded and at least one; the caller escapes nothing. A word of one or two letters, for which there is no
-- trigram, is looked for at the beginning of words. The index serves `LIKE` and `<%` but not their `ALL` forms: the two
-- longest words, which exclude most, go through it, and the rest is compared on what they leave. Likeness takes long to
-- reckon, so the best are taken from the first 2,000 leads that are like enough.
CREATE FUNCTION search_leads(words text[], max_similar integer)
RETURNS TABLE (lead_id bigint, rank real, name_sort text) LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  company constant bigint := current_company();
  phrase constant text := array_to_string(words, ' ');
  longest constant text[] := ARRAY(SELECT word FROM unnest(words) AS word ORDER BY length(word) DESC, word);
  patterns constant text[] := ARRAY(
    SELECT CASE WHEN length(word) < 3 THEN '% ' ELSE '%' END
      || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    FROM unnest(longest) WITH ORDINALITY AS w (word, place) ORDER BY place);
  enough numeric;
BEGIN
  RETURN QUERY
    SELECT s.lead_id,
      CASE
        WHEN starts_with(s.name, phrase) OR starts_with(s.name_sort, phrase) THEN 4
        WHEN strpos(s.name, ' ' || phrase) > 0 THEN 3
        WHEN strpos(s.document, ' ' || phrase) > 0 THEN 2
        ELSE 1
      END::real,
      s.name_sort
    FROM lead_search s
    WHERE s.company_id = company AND s.document LIKE patterns[1]
      AND (patterns[2] IS NULL OR s.document LIKE patterns[2]) AND s.document LIKE ALL (patterns[3:]);
  IF FOUND OR length(longest[1]) < 3 THEN RETURN; END IF;
  -- Most slips of the fingers leave a word alike by 0.45, letters swapped in its middle by less.
  FOREACH enough IN ARRAY ARRAY[0.45, 0.35] LOOP
    -- Not a setting of the function: that would ask for rights to a parameter which is unknown until the extension is loaded.
    PERFORM set_config('pg_trgm.word_similarity_threshold', enough::text, true);
    RETURN QUERY
      SELECT s.lead_id,
        -- A name that is like it counts for more than a street.
        (SELECT avg(greatest(word_similarity(word, s.name), 0.9 * word_similarity(word, s.document))) FROM unnest(words) AS word)::real,
        s.name_sort
      FROM (
        SELECT c.lead_id, c.name, c.document, c.name_sort FROM lead_search c
        WHERE c.company_id = company AND longest[1] <% c.document AND (longest[2] IS NULL OR longest[2] <% c.document)
          AND NOT EXISTS (SELECT FROM unnest(longest[3:]) AS word WHERE NOT word <% c.document)
        LIMIT 2000
      ) s
      ORDER BY 2 DESC, s.lead_id
      LIMIT max_similar;
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END
$$;--> statement-breakpoint

-- The name of a user of the transaction's company, or of a super admin, who may work in any: who changed a record.
CREATE FUNCTION person_name(asked_account bigint) RETURNS TABLE (first_name text, last_name text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.first_name, a.last_name, a.email FROM account a
  WHERE a.id = asked_account AND (a.is_super_admin
    OR EXISTS (SELECT FROM membership m WHERE m.account_id = a.id AND m.company_id = current_company()))
$$;--> statement-breakpoint

REVOKE ALL ON FUNCTION current_company(), next_change_number(bigint), give_change_number(), leave_tombstone(),
  remove_tombstone(), touch_memberships(), open_session(uuid, bigint), company_users(),
  record_audit_event(text, bigint, bigint, jsonb), keep_lead_search(), search_leads(text[], integer), count_leads(),
  searchable_text(text), person_name(bigint),
  lead_search_document(text, text, text, text, text, text, text, text, text) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION current_company(), next_change_number(bigint), give_change_number(), leave_tombstone() TO ridgebook_app, ridgebook_platform;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION remove_tombstone(), touch_memberships() TO ridgebook_platform;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION record_audit_event(text, bigint, bigint, jsonb) TO ridgebook_app, ridgebook_platform;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION open_session(uuid, bigint), company_users(), search_leads(text[], integer), keep_lead_search(), count_leads(), person_name(bigint) TO ridgebook_app;--> statement-breakpoint
-- Login and refresh show the person in their company as a request would, with the session they have just made or renewed.
GRANT EXECUTE ON FUNCTION open_session(uuid, bigint) TO ridgebook_platform;
