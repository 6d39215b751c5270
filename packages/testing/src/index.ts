// What needs more than the contract has a path of its own: "@ridgebook/testing/smtp-server".
export { SEARCHED_LEADS, SEARCHES } from "./lead-searches.ts";
export { buildUser } from "./build-user.ts";
export { buildLead, buildSavedLead } from "./build-lead.ts";
