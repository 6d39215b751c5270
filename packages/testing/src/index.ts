// What needs more than the contract has a path of its own: "@ridgebook/testing/smtp-server".
export { buildLead, buildSavedLead } from "./build-lead.ts";
