-- Search folds what people type in many ways: apostrophes, letters such as ł and ß, characters that nobody sees. The same rule as
-- searchableText (packages/contract/src/rules/search-words.ts), which lead-search.db.test.ts compares character by character.
CREATE OR REPLACE FUNCTION searchable_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT replace(replace(replace(replace(translate(
    regexp_replace(normalize(lower(value), NFD),
      '[\u0300-\u036f''\u2019\u2018\u02bc\u02bb\u2032\u0060\u00b4\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g'),
    'łøđðħŧıſς', 'loddhtisσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;--> statement-breakpoint

-- ZIP codes are searched too.
CREATE FUNCTION lead_search_document(first_name text, last_name text, company text, phone text, mobile_phone text, email text,
  street text, city text, zip_code text, customer_number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT ' ' || searchable_text(concat_ws(' ', nullif(first_name, ''), nullif(last_name, ''), nullif(company, ''), nullif(email, ''),
    nullif(street, ''), nullif(city, ''), nullif(zip_code, ''), nullif(customer_number, ''), nullif(regexp_replace(customer_number, '\D', '', 'g'), ''),
    nullif(regexp_replace(phone, '^\+1(\d{3})(\d{3})(\d{4})$', '\1\2\3 \1-\2-\3'), ''),
    nullif(regexp_replace(mobile_phone, '^\+1(\d{3})(\d{3})(\d{4})$', '\1\2\3 \1-\2-\3'), '')))
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION lead_search_document(text, text, text, text, text, text, text, text, text, text) FROM PUBLIC;--> statement-breakpoint

CREATE OR REPLACE FUNCTION keep_lead_search() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM lead_search s WHERE s.company_id = OLD.company_id AND s.lead_id = OLD.id;
    RETURN NULL;
  END IF;
  INSERT INTO lead_search (company_id, lead_id, name, document, name_sort)
  VALUES (NEW.company_id, NEW.id, searchable_text(trim(NEW.first_name || ' ' || NEW.last_name)),
    lead_search_document(NEW.first_name, NEW.last_name, NEW.company, NEW.phone, NEW.mobile_phone, NEW.email, NEW.street, NEW.city,
      NEW.zip_code, NEW.customer_number),
    NEW.name_sort)
  ON CONFLICT (company_id, lead_id) DO UPDATE SET name = excluded.name, document = excluded.document, name_sort = excluded.name_sort
  WHERE lead_search.document <> excluded.document OR lead_search.name <> excluded.name;
  RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER lead_search_kept ON "lead";--> statement-breakpoint
CREATE TRIGGER lead_search_kept AFTER INSERT OR DELETE OR UPDATE OF first_name, last_name, company, phone, mobile_phone, email, street, city, zip_code, customer_number
ON "lead" FOR EACH ROW EXECUTE FUNCTION keep_lead_search();--> statement-breakpoint
DROP FUNCTION lead_search_document(text, text, text, text, text, text, text, text, text);--> statement-breakpoint

-- The policy binds the owner too, who would find no lead.
ALTER TABLE "lead" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE lead_search s SET name = searchable_text(trim(l.first_name || ' ' || l.last_name)),
  document = lead_search_document(l.first_name, l.last_name, l.company, l.phone, l.mobile_phone, l.email, l.street, l.city, l.zip_code,
    l.customer_number)
FROM "lead" l WHERE l.company_id = s.company_id AND l.id = s.lead_id;--> statement-breakpoint
ALTER TABLE "lead" FORCE ROW LEVEL SECURITY;
