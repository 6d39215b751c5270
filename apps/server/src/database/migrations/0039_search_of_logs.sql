-- The activity and the folder log are searched as leads are (searchable_text). Of the activity the folded text is kept: folding 100,000 rows
-- takes two seconds, finding a word in them a twentieth of one.
GRANT EXECUTE ON FUNCTION searchable_text(text) TO ridgebook_platform;--> statement-breakpoint

-- The policy binds the owner too, who would find no row.
ALTER TABLE "activity" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "activity" SET searched = searchable_text(searched) WHERE searched <> searchable_text(searched);--> statement-breakpoint
ALTER TABLE "activity" FORCE ROW LEVEL SECURITY;
