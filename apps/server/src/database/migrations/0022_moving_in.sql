CREATE TABLE "moving_in_hidden" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	CONSTRAINT "moving_in_hidden_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "moving_in_hidden" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "moving_in_hidden" ADD CONSTRAINT "moving_in_hidden_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "moving_in_hidden_only_own_company" ON "moving_in_hidden" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
ALTER TABLE "moving_in_hidden" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "moving_in_hidden" TO ridgebook_app;
