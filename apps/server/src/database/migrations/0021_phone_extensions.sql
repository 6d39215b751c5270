ALTER TABLE "lead" ADD COLUMN "phone_extension" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "mobile_phone_extension" text DEFAULT '' NOT NULL;