-- An admin who deletes a user names who takes over their leads, in the same transaction as the membership goes. Of leads the platform's
-- role reads and writes only what that takes: never a customer's name, address or note.
CREATE POLICY "lead_platform" ON "lead" AS PERMISSIVE FOR ALL TO "ridgebook_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT (company_id, user_id, additional_salesman_id, revision, modified_time, modified_by, field_authors),
  UPDATE (user_id, additional_salesman_id, revision, modified_time, modified_by, field_authors)
ON "lead" TO ridgebook_platform;
