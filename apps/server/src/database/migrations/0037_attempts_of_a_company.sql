-- Where two people of a company used one key for the same contents, it was one attempt by the rule of today: the first answer counts.
ALTER TABLE "idempotency_key" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
DELETE FROM "idempotency_key" AS "later" USING "idempotency_key" AS "first"
WHERE "first"."company_id" = "later"."company_id" AND "first"."key" = "later"."key" AND "first"."request_hash" = "later"."request_hash"
  AND ("first"."created_time", "first"."account_id") < ("later"."created_time", "later"."account_id");--> statement-breakpoint
ALTER TABLE "idempotency_key" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_key_attempt" ON "idempotency_key" USING btree ("company_id","key","request_hash");