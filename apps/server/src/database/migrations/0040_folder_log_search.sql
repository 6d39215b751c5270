-- The list of all companies' folders is read by time, and searched by a text that is folded once. What a job looks for is found by hashes,
-- as names and sentences are longer than an index takes.
DROP INDEX "folder_log_newest";--> statement-breakpoint
DROP INDEX "folder_log_folder";--> statement-breakpoint
ALTER TABLE "connection_grant" ADD COLUMN "missing_keys" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "folder_log" ADD COLUMN "searched" text GENERATED ALWAYS AS (searchable_text(folder_type || ' ' || folder_id || ' ' || details || ' ' || project_type || ' ' || project_types::text)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "folder_log_made" ON "folder_log" USING btree ("company_id","parent_id",md5(folder_name));--> statement-breakpoint
CREATE INDEX "folder_log_newest" ON "folder_log" USING btree ("created_time","id");--> statement-breakpoint
CREATE INDEX "folder_log_folder" ON "folder_log" USING btree ("company_id","folder_id",md5(details));