import { Problem } from "@ridgebook/contract";

const TITLES = {
  notARescueFile: "This is not a rescue file.",
  newerVersion:
    "This rescue file was saved by a newer version of the app. Update the app here and open the file again.",
  damaged: "This rescue file is damaged or incomplete. Nothing was imported. Get it again from where it was saved.",
  wrongPassphrase: "The passphrase does not fit this file. Nothing was imported.",
  otherPerson:
    "This file holds the work of another person. It opens once that person, or an admin of the company, is signed in here.",
  formsOpen:
    "You have a form open that this file holds too, such as the one for a new lead. Save or discard yours, then open the file again. Nothing was imported.",
  otherCompany: "This file holds work in another company. Choose that company first, then open the file again.",
} as const;

type RescueFailure = keyof typeof TITLES;

/** "Unprocessable content": created on the device, about a file that the server never sees. Its title is shown to the user. */
const FILE_STATUS = 422;

/** The reason why a rescue file was not opened. Nothing of it was imported. */
export class RescueProblem extends Problem {
  readonly failure: RescueFailure;

  constructor(failure: RescueFailure) {
    super("unexpected", { status: FILE_STATUS, title: TITLES[failure] });
    this.name = "RescueProblem";
    this.failure = failure;
  }
}
