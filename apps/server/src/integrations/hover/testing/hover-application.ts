import type { CompanyId, ConnectionAccount } from "@ridgebook/contract";
import { startHoverTwin, type HoverTwin } from "@ridgebook/testing/stand-ins/hover/hover-twin";
import type { TestDatabase } from "#database/testing/test-database.ts";
import { allowedHere } from "#testing/allowed-here.ts";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

export type AdminOfCompany = SignedIn & TestUser & { readonly companyId: CompanyId };

export interface HoverApplication extends TestApplication {
  readonly twin: HoverTwin;
  newAdmin(): Promise<AdminOfCompany>;
  /** Like `newAdmin`, connected with the twin in Hover's role. */
  newConnected(): Promise<AdminOfCompany>;
}

/** The redirect parameters after the consent page. */
export async function consent(url: string | null, decision: "allow" | "deny" = "allow") {
  if (url === null) throw new Error("There is no address to give the permission at.");
  const reply = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ decision }),
  });
  const { searchParams, pathname } = new URL(reply.headers.get("location") ?? "");
  return {
    pathname,
    code: searchParams.get("code") ?? "",
    state: searchParams.get("state") ?? "",
    error: searchParams.get("error"),
  };
}

/** Connects like a person. */
export async function connect(admin: SignedIn, { isRehearsal = false } = {}): Promise<ConnectionAccount> {
  const { body: account } = await admin.call("getHoverAccount");
  const { code, state } = await consent(isRehearsal ? account.rehearsalUrl : account.authorizeUrl);
  const reply = await admin.call("connectHover", { body: { code, state } });
  if (reply.status !== 200) throw new Error(`Connecting failed: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/**
 * Starts the server with Hover's twin as both Hover and the demo. Sleeping advances both clocks, so that tests never wait; a given twin is
 * not closed with the application.
 */
export async function startHoverApplication(
  postgresUrl: string,
  { twin: given, testDatabase }: { twin?: HoverTwin; testDatabase?: TestDatabase } = {},
): Promise<HoverApplication> {
  // The clock is the application's, which needs the twin to start.
  const started: { app?: TestApplication } = {};
  const twin =
    given ?? (await startHoverTwin({ now: () => started.app?.clock.now().getTime() ?? Date.now(), slowMs: 50 }));
  const { baseUrl, clientId, clientSecret } = twin;
  const app = await startTestApplication(postgresUrl, {
    hover: { baseUrl, clientId, clientSecret },
    rehearsals: { hover: twin },
    egressAllowed: allowedHere({ port: Number(new URL(baseUrl).port) }),
    sleep: (ms) => {
      started.app?.clock.advance({ seconds: ms / 1000 });
      return Promise.resolve();
    },
    ...(testDatabase && { testDatabase }),
  });
  started.app = app;
  const newAdmin: HoverApplication["newAdmin"] = async () => {
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
    close: async () => {
      await app.close();
      if (!given) await twin.close();
    },
  };
}
