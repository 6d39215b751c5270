CREATE TABLE "lead_import" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "lead_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"row_count" integer DEFAULT 0 NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"duplicate_count" integer DEFAULT 0 NOT NULL,
	"added_count" integer DEFAULT 0 NOT NULL,
	"updated_count" integer DEFAULT 0 NOT NULL,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"created_time" timestamp (3) with time zone NOT NULL,
	"finished_time" timestamp (3) with time zone,
	"actor" jsonb,
	"others" text,
	"shown_duplicates" text,
	"first_number" bigint,
	"updated_from" bigint,
	"last_number" bigint,
	"written_leads" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "lead_import_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "lead_import" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lead_import_row" (
	"company_id" bigint NOT NULL,
	"import_id" bigint NOT NULL,
	"row" bigint NOT NULL,
	"values" jsonb NOT NULL,
	"changed_time" timestamp (3) with time zone,
	"external_id" text,
	"email" text,
	"phones" text[] DEFAULT '{}' NOT NULL,
	"match_name" text DEFAULT '' NOT NULL,
	"match_street" text DEFAULT '' NOT NULL,
	"place" integer DEFAULT 0 NOT NULL,
	"same" text,
	"same_value" text DEFAULT '' NOT NULL,
	"like_lead" bigint,
	"like_row" bigint,
	"suggestion" text,
	"decision" text,
	"target_lead" bigint,
	"target_row" bigint,
	"filled" jsonb,
	"authors" jsonb,
	"prepared_for" bigint,
	CONSTRAINT "lead_import_row_company_id_import_id_row_pk" PRIMARY KEY("company_id","import_id","row")
);
--> statement-breakpoint
ALTER TABLE "lead_import_row" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lead_import" ADD CONSTRAINT "lead_import_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_import_row" ADD CONSTRAINT "lead_import_row_import" FOREIGN KEY ("company_id","import_id") REFERENCES "public"."lead_import"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_import_age" ON "lead_import" USING btree ("company_id","created_time");--> statement-breakpoint
CREATE POLICY "lead_import_only_own_company" ON "lead_import" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "lead_import_row_only_own_company" ON "lead_import_row" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
ALTER TABLE "lead_import" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lead_import_row" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "lead_import", "lead_import_row" TO ridgebook_app;--> statement-breakpoint

-- An import writes many leads in one transaction (decision 0084). What triggers do for each lead, it does for all of them at once: it gives
-- the change numbers and counts the leads. It says so by numbers that it gives, and by this setting of its transaction.
CREATE FUNCTION writes_many_leads() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT coalesce(current_setting('ridgebook.writes_many_leads', true), '') = 'on'
$$;--> statement-breakpoint

DROP TRIGGER lead_change_number ON "lead";--> statement-breakpoint
CREATE TRIGGER lead_change_number_added BEFORE INSERT ON "lead" FOR EACH ROW
  WHEN (NEW.change_number = 0) EXECUTE FUNCTION give_change_number();--> statement-breakpoint
CREATE TRIGGER lead_change_number_changed BEFORE UPDATE ON "lead" FOR EACH ROW
  WHEN (NEW.change_number = OLD.change_number) EXECUTE FUNCTION give_change_number();--> statement-breakpoint

DROP TRIGGER leads_added ON "lead";--> statement-breakpoint
CREATE TRIGGER leads_added AFTER INSERT ON "lead" REFERENCING NEW TABLE AS affected FOR EACH STATEMENT
  WHEN (NOT writes_many_leads()) EXECUTE FUNCTION count_leads();--> statement-breakpoint
DROP TRIGGER leads_removed ON "lead";--> statement-breakpoint
CREATE TRIGGER leads_removed AFTER DELETE ON "lead" REFERENCING OLD TABLE AS affected FOR EACH STATEMENT
  WHEN (NOT writes_many_leads()) EXECUTE FUNCTION count_leads();--> statement-breakpoint
DROP TRIGGER lead_tombstone ON "lead";--> statement-breakpoint
CREATE TRIGGER lead_tombstone AFTER DELETE ON "lead" FOR EACH ROW
  WHEN (NOT writes_many_leads()) EXECUTE FUNCTION leave_tombstone('leads', 'id');--> statement-breakpoint

-- Other writers wait while an import fills in leads: what they are found by is renewed after it (renew_lead_search).
DROP TRIGGER lead_search_kept ON "lead";--> statement-breakpoint
CREATE TRIGGER lead_search_kept AFTER INSERT OR DELETE ON "lead" FOR EACH ROW EXECUTE FUNCTION keep_lead_search();--> statement-breakpoint
CREATE TRIGGER lead_search_changed AFTER UPDATE OF first_name, last_name, company, phone, mobile_phone, email, street, city, zip_code, customer_number
ON "lead" FOR EACH ROW WHEN (NOT writes_many_leads()) EXECUTE FUNCTION keep_lead_search();--> statement-breakpoint

-- Given a lead that its caller sees: the policy of leads binds the owner of this function, who would find none.
CREATE FUNCTION renew_lead_search(l "lead") RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE lead_search s SET name = searchable_text(trim(l.first_name || ' ' || l.last_name)),
    document = lead_search_document(l.first_name, l.last_name, l.company, l.phone, l.mobile_phone, l.email, l.street, l.city, l.zip_code,
      l.customer_number),
    name_sort = l.name_sort
  WHERE l.company_id = current_company() AND s.company_id = l.company_id AND s.lead_id = l.id
    AND s.document <> lead_search_document(l.first_name, l.last_name, l.company, l.phone, l.mobile_phone, l.email, l.street, l.city, l.zip_code,
      l.customer_number)
$$;--> statement-breakpoint

-- Names and streets as an import compares them: without case, accents and punctuation, the usual words abbreviated, and without the word
-- before an apartment's number.
CREATE FUNCTION lead_match_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT trim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      -- Each word between two spaces of its own, so that neighbours do not share one.
      ' ' || regexp_replace(searchable_text(value), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f\u00a0\u2000-\u206f]+', '  ', 'g') || ' ',
      ' street ', ' st '), ' avenue ', ' ave '), ' av ', ' ave '), ' road ', ' rd '), ' drive ', ' dr '), ' lane ', ' ln '), ' court ', ' ct '),
      ' boulevard ', ' blvd '), ' place ', ' pl '), ' circle ', ' cir '), ' highway ', ' hwy '), ' parkway ', ' pkwy '), ' terrace ', ' ter '),
      ' trail ', ' trl '), ' north ', ' n '), ' south ', ' s '), ' east ', ' e '), ' west ', ' w '),
    ' (apt|apartment|unit|suite|ste) ', ' ', 'g'), ' +', ' ', 'g'))
$$;--> statement-breakpoint

-- What of some values would be filled in where something is held already: by column, whatever is nothing there. Parts of one value stay
-- together: no extension of another number, and no city of another street.
CREATE FUNCTION lead_import_fills(given jsonb, held jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(given)
  WHERE coalesce(held -> key, 'null') IN ('null', '""', '[]') AND CASE
    WHEN key IN ('phone_extension', 'mobile_phone_extension') THEN
      coalesce(held ->> left(key, -10), '') IN ('', given ->> left(key, -10))
    WHEN key IN ('city', 'state', 'zip_code') THEN
      coalesce(held ->> 'street', '') = '' OR coalesce(given ->> 'street', '') = ''
      OR lead_match_text(held ->> 'street') = lead_match_text(given ->> 'street')
    WHEN key = 'street' THEN
      coalesce(held ->> 'city', '') = '' OR coalesce(given ->> 'city', '') = ''
      OR lead_match_text(held ->> 'city') = lead_match_text(given ->> 'city')
    ELSE true END
$$;--> statement-breakpoint

REVOKE ALL ON FUNCTION writes_many_leads(), renew_lead_search("lead"), lead_match_text(text), lead_import_fills(jsonb, jsonb) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION writes_many_leads() TO ridgebook_app, ridgebook_platform;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION renew_lead_search("lead"), lead_match_text(text), lead_import_fills(jsonb, jsonb), searchable_text(text) TO ridgebook_app;
