CREATE TABLE "calendar_feed" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"secret_hash" text NOT NULL,
	"created_time" timestamp (3) with time zone NOT NULL,
	"last_read_time" timestamp (3) with time zone,
	CONSTRAINT "calendar_feed_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_company_id_user_id_membership_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."membership"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_secret" ON "calendar_feed" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "calendar_feed_account" ON "calendar_feed" USING btree ("account_id");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "calendar_feed" TO ridgebook_platform;
