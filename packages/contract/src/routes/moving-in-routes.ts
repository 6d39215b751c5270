import { z } from "zod";
import { movingIn } from "#entities/moving-in.ts";
import { defineRoutes } from "./define-routes.ts";

export const movingInRoutes = defineRoutes({
  getMovingIn: {
    method: "GET",
    path: "/api/moving-in/",
    summary: "What the guided list of a new company knows: how far it is on its way to the first signed contract.",
    access: "companyAdmin",
    reply: movingIn,
    problems: [],
  },
  hideMovingIn: {
    method: "PUT",
    path: "/api/moving-in/hidden/",
    summary: "Puts the guided list away for the caller in this company, or shows it again.",
    access: "companyAdmin",
    body: z.strictObject({ isHidden: z.boolean("isHidden must be true or false.") }),
    reply: z.void(),
    problems: [],
  },
});
