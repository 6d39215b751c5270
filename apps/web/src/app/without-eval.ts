import { z } from "zod";

// Imported before any schema is created: otherwise zod tries `new Function`, and the content security policy reports it.
z.config({ jitless: true });
