// What needs more than the contract has its own path: "@ridgebook/testing/smtp-server".
export { SEARCHED_LEADS, SEARCHES } from "./lead-searches.ts";
export { buildUser } from "./build-user.ts";
export { buildLead, buildSavedLead } from "./build-lead.ts";
