import { lead, leadForm } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { buildLead, buildSavedLead } from "./build-lead.ts";

test("[LEAD-10] [LEAD-11] [LEAD-12] built leads are what the contract asks for, member by member", () => {
  expect(leadForm.parse(buildLead())).toEqual(buildLead());
  expect(lead.parse(buildSavedLead({ id: 7, city: "Holland" }))).toEqual(buildSavedLead({ id: 7, city: "Holland" }));
  // The members that the specification names; releases may add others.
  const specified = [
    ..."id externalId userId additionalSalesmanId userExternalId firstName lastName company phone mobilePhone".split(
      " ",
    ),
    ..."email street city state zipCode description projectType projectTypes leadStatus customerNumber".split(" "),
    ..."meetingDate createdTime modifiedTime hoverJobId cameraUrl projectFolderLink projectFolderId".split(" "),
    ..."contractFolderLink contractFolderId estimationFolderLink estimationFolderId".split(" "),
    ..."productionFolderLink productionFolderId revision".split(" "),
  ];
  expect(Object.keys(buildSavedLead())).toEqual(expect.arrayContaining(specified));
});
