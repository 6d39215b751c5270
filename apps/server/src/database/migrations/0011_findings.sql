ALTER TABLE "document" ADD COLUMN "findings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "document_number" ON "document" USING btree ("company_id",("data" ->> 'number'));