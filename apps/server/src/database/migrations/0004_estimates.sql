CREATE SEQUENCE "public"."estimate_item_id" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "estimate" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "estimate_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"revision" integer DEFAULT 1 NOT NULL,
	"change_number" bigint DEFAULT 0 NOT NULL,
	"lead_id" bigint NOT NULL,
	"name" text NOT NULL,
	"workflow_ids" integer[] DEFAULT '{}' NOT NULL,
	"duplicate_workflows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"payment_option" integer DEFAULT 0 NOT NULL,
	"promotion" numeric(14, 2) DEFAULT 0 NOT NULL,
	"downpayment" numeric(14, 2) DEFAULT 0 NOT NULL,
	"term" jsonb NOT NULL,
	"principal" numeric DEFAULT 0 NOT NULL,
	"monthly_rate" numeric DEFAULT 0 NOT NULL,
	"monthly_payment" numeric DEFAULT 0 NOT NULL,
	"price_book_version" integer NOT NULL,
	"line_count" integer DEFAULT 0 NOT NULL,
	"created_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"modified_by" bigint,
	CONSTRAINT "estimate_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "estimate" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "estimate_comparison" (
	"company_id" bigint NOT NULL,
	"estimate_id" bigint NOT NULL,
	"workflow_id" integer NOT NULL,
	"workflow_estimate_id" integer NOT NULL,
	"position" integer NOT NULL,
	"field_option_id" text NOT NULL,
	"items" jsonb NOT NULL,
	CONSTRAINT "estimate_comparison_pk" PRIMARY KEY("company_id","estimate_id","workflow_id","workflow_estimate_id","position")
);
--> statement-breakpoint
ALTER TABLE "estimate_comparison" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "estimate_item" (
	"company_id" bigint NOT NULL,
	"estimate_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"parent_item_id" bigint,
	"field_id" text NOT NULL,
	"field_option_id" text,
	"value" text,
	"material_cost" numeric(14, 2) DEFAULT 0 NOT NULL,
	"labor_cost" numeric(14, 2) DEFAULT 0 NOT NULL,
	"material_price" numeric(14, 2) DEFAULT 0 NOT NULL,
	"labor_price" numeric(14, 2) DEFAULT 0 NOT NULL,
	"quantity" numeric DEFAULT 0 NOT NULL,
	"workflow_estimate_id" integer DEFAULT 1 NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "estimate_item_company_id_estimate_id_id_pk" PRIMARY KEY("company_id","estimate_id","id")
);
--> statement-breakpoint
ALTER TABLE "estimate_item" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "estimate_summary" (
	"company_id" bigint NOT NULL,
	"estimate_id" bigint NOT NULL,
	"workflow_id" integer NOT NULL,
	"workflow_estimate_id" integer NOT NULL,
	"discountable_item_total" numeric DEFAULT 0 NOT NULL,
	"non_discountable_item_total" numeric DEFAULT 0 NOT NULL,
	"total_cost" numeric DEFAULT 0 NOT NULL,
	"discount_percent" numeric DEFAULT 0 NOT NULL,
	"margin_percent" numeric DEFAULT 0 NOT NULL,
	"fee" numeric DEFAULT 0 NOT NULL,
	"promotion" numeric DEFAULT 0 NOT NULL,
	"total_with_margin" numeric DEFAULT 0 NOT NULL,
	"last_complete_section_id" integer,
	"optional_section_ids" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "estimate_summary_pk" PRIMARY KEY("company_id","estimate_id","workflow_id","workflow_estimate_id")
);
--> statement-breakpoint
ALTER TABLE "estimate_summary" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "estimate" ADD CONSTRAINT "estimate_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate" ADD CONSTRAINT "estimate_company_id_lead_id_lead_company_id_id_fk" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."lead"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_comparison" ADD CONSTRAINT "estimate_comparison_estimate" FOREIGN KEY ("company_id","estimate_id") REFERENCES "public"."estimate"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_item" ADD CONSTRAINT "estimate_item_estimate" FOREIGN KEY ("company_id","estimate_id") REFERENCES "public"."estimate"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_summary" ADD CONSTRAINT "estimate_summary_estimate" FOREIGN KEY ("company_id","estimate_id") REFERENCES "public"."estimate"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "estimate_lead" ON "estimate" USING btree ("company_id","lead_id","id");--> statement-breakpoint
CREATE INDEX "estimate_change" ON "estimate" USING btree ("company_id","change_number");--> statement-breakpoint
CREATE POLICY "estimate_only_own_company" ON "estimate" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "estimate_comparison_only_own_company" ON "estimate_comparison" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "estimate_item_only_own_company" ON "estimate_item" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "estimate_summary_only_own_company" ON "estimate_summary" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint

ALTER TABLE "estimate" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "estimate_item" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "estimate_comparison" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "estimate_summary" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "estimate", "estimate_item", "estimate_comparison", "estimate_summary" TO ridgebook_app;--> statement-breakpoint
-- Ids are taken before lines are written, because children name their parents and comparisons hold lines as well.
GRANT USAGE ON SEQUENCE "estimate_item_id" TO ridgebook_app;--> statement-breakpoint

-- Every save writes the estimate's own row; its lines, comparisons and summaries travel with it.
CREATE TRIGGER estimate_change_number BEFORE INSERT OR UPDATE ON "estimate" FOR EACH ROW EXECUTE FUNCTION give_change_number();--> statement-breakpoint
CREATE TRIGGER estimate_tombstone AFTER DELETE ON "estimate" FOR EACH ROW EXECUTE FUNCTION leave_tombstone('estimates', 'id');
