ALTER TABLE "document" ADD COLUMN "paper_total" numeric;--> statement-breakpoint
CREATE INDEX "document_created" ON "document" USING btree ("company_id","created_time","lead_id","type");--> statement-breakpoint
CREATE INDEX "document_in_force" ON "document" USING btree ("company_id","type","id","lead_id","estimate_id") WHERE superseded_by_id is null;--> statement-breakpoint
CREATE INDEX "document_modified_by" ON "document" USING btree ("company_id","modified_by","modified_time");--> statement-breakpoint
CREATE INDEX "estimate_created" ON "estimate" USING btree ("company_id","created_time","lead_id");--> statement-breakpoint
CREATE INDEX "estimate_modified_by" ON "estimate" USING btree ("company_id","modified_by","modified_time");--> statement-breakpoint
CREATE INDEX "lead_created" ON "lead" USING btree ("company_id","created_time","user_id","additional_salesman_id");--> statement-breakpoint
CREATE INDEX "lead_modified_by" ON "lead" USING btree ("company_id","modified_by","modified_time");--> statement-breakpoint

-- What a paper comes to stands in its model, a long text: the reports add up this column instead. A trigger, so that servers of former
-- releases fill it too.
CREATE FUNCTION keep_paper_total() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.paper_total := CASE WHEN pg_input_is_valid(NEW.data ->> 'model', 'jsonb')
    THEN (jsonb_path_query_first((NEW.data ->> 'model')::jsonb, '$.total ? (@.type() == "number")'))::numeric END;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER document_paper_total BEFORE INSERT OR UPDATE OF data, paper_total ON "document"
  FOR EACH ROW EXECUTE FUNCTION keep_paper_total();--> statement-breakpoint

-- For the owner, who is no superuser; the statement is one transaction with the rest. The total is no change that devices need to know of.
ALTER TABLE "document" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document" DISABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "document" ENABLE TRIGGER document_paper_total;--> statement-breakpoint
UPDATE "document" SET paper_total = NULL;--> statement-breakpoint
ALTER TABLE "document" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "document" FORCE ROW LEVEL SECURITY;
