import type { CompanyId, ConnectionAccount, LeadId } from "@ridgebook/contract";
import { startCompanyCamTwin, type CompanyCamTwin } from "@ridgebook/testing/stand-ins/companycam/companycam-twin";
import { consent } from "#integrations/hover/testing/hover-application.ts";
import { allowedHere } from "#testing/allowed-here.ts";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

type Admin = SignedIn & { companyId: CompanyId };

export interface CompanyCamApplication extends TestApplication {
  readonly twin: CompanyCamTwin;
  newAdmin(): Promise<Admin>;
  newConnected(): Promise<Admin>;
  /** A lead linked to the project of that number. */
  newLinked(who: SignedIn, projectId: string): Promise<LeadId>;
}

/** Connects like a person. */
export async function connect(admin: SignedIn, { isRehearsal = false } = {}): Promise<ConnectionAccount> {
  const { body: account } = await admin.call("getCompanyCamAccount");
  const { code, state } = await consent(isRehearsal ? account.rehearsalUrl : account.authorizeUrl);
  const reply = await admin.call("connectCompanyCam", { body: { code, state } });
  if (reply.status !== 200) throw new Error(`Connecting failed: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

export const linkTo = (projectId: string): string => `https://app.companycam.com/projects/${projectId}`;

/** Starts the server with CompanyCam's twin as both CompanyCam and the demo. Sleeping advances both clocks. */
export async function startCompanyCamApplication(postgresUrl: string): Promise<CompanyCamApplication> {
  // The clock is the application's, which needs the twin to start.
  const started: { app?: TestApplication } = {};
  const twin = await startCompanyCamTwin({
    now: () => started.app?.clock.now().getTime() ?? Date.now(),
    slowMs: 50,
  });
  const { clientId, clientSecret, consentUrl, tokenUrl, revokeUrl, apiUrl, baseUrl } = twin;
  const app = await startTestApplication(postgresUrl, {
    companycam: { clientId, clientSecret, consentUrl, tokenUrl, revokeUrl, apiUrl },
    rehearsals: { companycam: twin },
    egressAllowed: allowedHere({ port: Number(new URL(baseUrl).port) }),
    sleep: (ms) => {
      started.app?.clock.advance({ seconds: ms / 1000 });
      return Promise.resolve();
    },
  });
  started.app = app;
  const newAdmin: CompanyCamApplication["newAdmin"] = async () => {
    const companyId = await app.createCompany();
    return { ...(await app.signInNew({ companyId, role: "Admin", firstName: "Ann", lastName: "Lee" })), companyId };
  };
  return {
    ...app,
    twin,
    newAdmin,
    newConnected: async () => {
      const admin = await newAdmin();
      await connect(admin);
      return admin;
    },
    newLinked: async (who, projectId) => {
      const { id } = (await who.call("createLead", { body: { lastName: "Whitlock" } })).body;
      await who.call("setCameraUrl", { params: { id }, body: { cameraUrl: linkTo(projectId) } });
      return id;
    },
    close: async () => {
      await app.close();
      await twin.close();
    },
  };
}
