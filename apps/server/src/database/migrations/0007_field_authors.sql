ALTER TABLE "estimate" ADD COLUMN "field_authors" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "field_authors" jsonb DEFAULT '{}'::jsonb NOT NULL;