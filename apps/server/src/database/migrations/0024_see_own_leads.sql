DROP INDEX "lead_name";--> statement-breakpoint
DROP INDEX "lead_company";--> statement-breakpoint
DROP INDEX "lead_meeting";--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "left_sight_of" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "own_leads_since" bigint;--> statement-breakpoint
CREATE INDEX "lead_photo_file" ON "lead_photo" USING btree ("company_id","file_id");--> statement-breakpoint
CREATE INDEX "lead_name" ON "lead" USING btree ("company_id","name_sort","id","user_id","additional_salesman_id");--> statement-breakpoint
CREATE INDEX "lead_company" ON "lead" USING btree ("company_id","company_sort","name_sort","id","user_id","additional_salesman_id");--> statement-breakpoint
CREATE INDEX "lead_meeting" ON "lead" USING btree ("company_id","meeting_sort","id","user_id","additional_salesman_id");--> statement-breakpoint
CREATE POLICY "document_only_in_sight" ON "document" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or exists (select from lead p where p.company_id = document.company_id and p.id = document.lead_id));--> statement-breakpoint
CREATE POLICY "document_platform" ON "document" AS PERMISSIVE FOR ALL TO "ridgebook_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "document_email_only_in_sight" ON "document_email" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or exists (select from document p where p.company_id = document_email.company_id and p.id = document_email.document_id));--> statement-breakpoint
CREATE POLICY "document_signature_only_in_sight" ON "document_signature" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or exists (select from document p where p.company_id = document_signature.company_id and p.id = document_signature.document_id));--> statement-breakpoint
CREATE POLICY "estimate_only_in_sight" ON "estimate" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or exists (select from lead p where p.company_id = estimate.company_id and p.id = estimate.lead_id));--> statement-breakpoint
CREATE POLICY "estimate_platform" ON "estimate" AS PERMISSIVE FOR ALL TO "ridgebook_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "estimate_comparison_only_in_sight" ON "estimate_comparison" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or exists (select from estimate p where p.company_id = estimate_comparison.company_id and p.id = estimate_comparison.estimate_id));--> statement-breakpoint
CREATE POLICY "estimate_item_only_in_sight" ON "estimate_item" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or exists (select from estimate p where p.company_id = estimate_item.company_id and p.id = estimate_item.estimate_id));--> statement-breakpoint
CREATE POLICY "estimate_summary_only_in_sight" ON "estimate_summary" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or exists (select from estimate p where p.company_id = estimate_summary.company_id and p.id = estimate_summary.estimate_id));--> statement-breakpoint
CREATE POLICY "lead_only_in_sight" ON "lead" AS RESTRICTIVE FOR ALL TO "ridgebook_app", "ridgebook_owner" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or user_id = (select nullif(current_setting('ridgebook.user_id', true), '')::bigint) or additional_salesman_id = (select nullif(current_setting('ridgebook.user_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "lead_owner" ON "lead" AS PERMISSIVE FOR SELECT TO "ridgebook_owner" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "lead_photo_only_in_sight" ON "lead_photo" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or exists (select from lead p where p.company_id = lead_photo.company_id and p.id = lead_photo.lead_id));--> statement-breakpoint
CREATE POLICY "lead_photo_owner" ON "lead_photo" AS PERMISSIVE FOR SELECT TO "ridgebook_owner" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint

-- A picture is out of sight only where it is a lead's. Runs as the owner, because a restricted person does not see whose it is.
CREATE FUNCTION is_photo_of_lead(file text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM lead_photo p WHERE p.company_id = current_company() AND p.file_id = file)
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION is_photo_of_lead(text) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION is_photo_of_lead(text) TO ridgebook_app;--> statement-breakpoint
CREATE POLICY "file_only_in_sight" ON "file" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or not is_photo_of_lead(id) or exists (select from lead_photo p where p.company_id = file.company_id and p.file_id = file.id));--> statement-breakpoint

-- Sessions are opened before anything of a company may be read: since when salespeople see only their own leads stands where they look.
-- It is the change number of the save of the settings, so that what a device downloaded before is known to be from before.
CREATE FUNCTION keep_own_leads_since() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  only_own boolean := coalesce(NEW."values" -> 'salespeopleSeeAllLeads' = 'false', false);
BEGIN
  UPDATE company SET own_leads_since = CASE WHEN only_own THEN NEW.change_number END
    WHERE id = NEW.company_id AND (own_leads_since IS NOT NULL) <> only_own;
  RETURN NULL;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_own_leads_since() FROM PUBLIC;--> statement-breakpoint
CREATE TRIGGER own_leads_since_kept AFTER INSERT OR UPDATE ON "company_settings"
  FOR EACH ROW EXECUTE FUNCTION keep_own_leads_since();--> statement-breakpoint

CREATE FUNCTION has_only_own_leads(asked_company bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM company c WHERE c.id = asked_company AND c.own_leads_since IS NOT NULL)
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION has_only_own_leads(bigint) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION has_only_own_leads(bigint) TO ridgebook_app, ridgebook_platform;--> statement-breakpoint

-- A lead changes hands. Whose it was is kept, for their devices. The estimates and documents are locked before the lead takes its change
-- number, in the order of those who save them: whoever saves one of them locks it first and the number second.
CREATE FUNCTION note_handover() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  sight constant text := coalesce(current_setting('ridgebook.lead_sight', true), '');
BEGIN
  NEW.left_sight_of := ARRAY(
    SELECT DISTINCT person FROM unnest(OLD.left_sight_of || OLD.user_id || OLD.additional_salesman_id) AS person
    WHERE person IS DISTINCT FROM NEW.user_id AND person IS DISTINCT FROM NEW.additional_salesman_id AND person IS NOT NULL
    ORDER BY person);
  IF has_only_own_leads(NEW.company_id) THEN
    PERFORM set_config('ridgebook.lead_sight', '', true);
    PERFORM FROM (SELECT FROM estimate WHERE company_id = NEW.company_id AND lead_id = NEW.id ORDER BY id FOR NO KEY UPDATE) locked;
    PERFORM FROM (SELECT FROM document WHERE company_id = NEW.company_id AND lead_id = NEW.id ORDER BY id FOR NO KEY UPDATE) locked;
    PERFORM set_config('ridgebook.lead_sight', sight, true);
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint

-- What belongs to a lead that changes hands comes to the devices of the new people, and is told as gone to those of the former: each
-- estimate and document gets a change number.
CREATE FUNCTION touch_papers_of_lead() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  sight constant text := coalesce(current_setting('ridgebook.lead_sight', true), '');
BEGIN
  IF has_only_own_leads(NEW.company_id) THEN
    PERFORM set_config('ridgebook.lead_sight', '', true);
    UPDATE estimate SET change_number = change_number WHERE company_id = NEW.company_id AND lead_id = NEW.id;
    UPDATE document SET change_number = change_number WHERE company_id = NEW.company_id AND lead_id = NEW.id;
    PERFORM set_config('ridgebook.lead_sight', sight, true);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION note_handover(), touch_papers_of_lead() FROM PUBLIC;--> statement-breakpoint
-- Triggers fire in the order of their names: this one before the change number. Not where an import writes many leads: it holds the
-- company's change number by then, and must wait for nobody's estimate. It keeps left_sight_of itself and touches the papers afterwards.
CREATE TRIGGER lead_a_handover BEFORE UPDATE ON "lead" FOR EACH ROW
  WHEN ((OLD.user_id IS DISTINCT FROM NEW.user_id OR OLD.additional_salesman_id IS DISTINCT FROM NEW.additional_salesman_id)
    AND NOT writes_many_leads())
  EXECUTE FUNCTION note_handover();--> statement-breakpoint
CREATE TRIGGER lead_handover_touches AFTER UPDATE ON "lead" FOR EACH ROW
  WHEN ((OLD.user_id IS DISTINCT FROM NEW.user_id OR OLD.additional_salesman_id IS DISTINCT FROM NEW.additional_salesman_id)
    AND NOT writes_many_leads())
  EXECUTE FUNCTION touch_papers_of_lead();--> statement-breakpoint

-- An admin who deletes a user hands over their leads on the platform's connection (0015). Of estimates and documents that takes whose
-- they are and their change number: never what is in them.
GRANT SELECT (company_id, id, lead_id, change_number), UPDATE (change_number) ON "estimate", "document" TO ridgebook_platform;--> statement-breakpoint

-- As before, and: whoever sees only their own leads finds no others. The policy of leads decides, which binds the owner as well. OFFSET 0
-- keeps PostgreSQL from reading all leads instead of those that were found.
CREATE OR REPLACE FUNCTION search_leads(words text[], max_similar integer)
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
  sees_all constant boolean := current_setting('ridgebook.lead_sight', true) IS DISTINCT FROM 'own';
  own bigint[];
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
      AND (patterns[2] IS NULL OR s.document LIKE patterns[2]) AND s.document LIKE ALL (patterns[3:])
      AND (sees_all OR EXISTS (SELECT FROM lead l WHERE l.company_id = s.company_id AND l.id = s.lead_id OFFSET 0));
  IF FOUND OR length(longest[1]) < 3 THEN RETURN; END IF;
  IF NOT sees_all THEN
    -- Most words are a little alike: of few leads of one's own, only those are compared.
    own := ARRAY(SELECT l.id FROM lead l WHERE l.company_id = current_company()
      AND (l.user_id = current_user_id() OR l.additional_salesman_id = current_user_id()) LIMIT 10001);
    IF own = '{}' THEN RETURN; END IF;
    IF cardinality(own) > 10000 THEN own := NULL; END IF;
  END IF;
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
          AND (own IS NULL OR c.lead_id = ANY (own))
          AND (sees_all OR EXISTS (SELECT FROM lead l WHERE l.company_id = c.company_id AND l.id = c.lead_id OFFSET 0))
        LIMIT 2000
      ) s
      ORDER BY 2 DESC, s.lead_id
      LIMIT max_similar;
    IF FOUND THEN RETURN; END IF;
  END LOOP;
END
$$;--> statement-breakpoint

DROP FUNCTION open_session(uuid, bigint);--> statement-breakpoint
-- As before, and: own_leads_since says that the person sees only the leads that name them, and from which change number on.
CREATE FUNCTION open_session(asked_session uuid, asked_company bigint)
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
REVOKE ALL ON FUNCTION open_session(uuid, bigint) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION open_session(uuid, bigint) TO ridgebook_app, ridgebook_platform;
