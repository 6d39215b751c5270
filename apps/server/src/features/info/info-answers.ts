import { APP_VERSION, INFO_KEYS, type Environment, type RouteReply, type Routes } from "@ridgebook/contract";
import { onPlatform } from "#http/handlers.ts";

export type InstallationInfo = RouteReply<Routes["getInfo"]>;

/**
 * Facts about the installation (1.§7).
 *
 * @param demo the demo company's logins, null where this is no demo
 * @param hasMailServer whether mails of companies without their own mail server are sent
 * @param hasLocalLinks whether links in mails open on the server's own machine only
 */
export const infoAnswers = ({
  environment,
  demo,
  hasMailServer,
  hasLocalLinks,
  telemetry,
}: {
  environment: Environment;
  demo: NonNullable<InstallationInfo["demo"]> | null;
  hasMailServer: boolean;
  hasLocalLinks: boolean;
  telemetry: NonNullable<InstallationInfo["telemetry"]>;
}) =>
  onPlatform({
    getInfo({ query }) {
      const asked = new Set(query.keys.split(",").map((key) => key.trim()));
      const mail = hasMailServer ? "server" : "outbox";
      const links = hasLocalLinks ? "thisMachine" : "everywhere";
      const facts: Required<InstallationInfo> = { version: APP_VERSION, environment, demo, mail, links, telemetry };
      return Promise.resolve(
        Object.fromEntries(INFO_KEYS.filter((key) => asked.has(key)).map((key) => [key, facts[key]])),
      );
    },
  });
