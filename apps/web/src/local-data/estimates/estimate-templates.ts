import { LOCALE, Problem, type EstimateTemplate, type EstimateTemplateInput } from "@ridgebook/contract";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { Connection } from "#local-data/device/connection.ts";
import type { ServerCall } from "#local-data/device/server-calls.ts";

/**
 * The company's templates and the person's own. They are read from the device. Changes need the server, and throw its `Problem`; what it
 * answered is kept at once.
 */
export interface TemplateStore {
  /** By name. */
  list(): Promise<EstimateTemplate[]>;
  create(template: EstimateTemplateInput, options: { isCompanyWide: boolean }): Promise<EstimateTemplate>;
  rename(id: number, name: string): Promise<void>;
  /** One that is gone already counts as deleted. */
  remove(id: number): Promise<void>;
}

const storeName = "estimate-templates";
/** As in the contract, whose routes would bring their schemas, and with them the engine, into the first download. */
const PATH = "/api/estimatetemplates";

export function createTemplateStore({
  store,
  connection,
}: {
  store: LocalStore;
  connection: Connection;
}): TemplateStore {
  const pathOf = (id: number): string => `${PATH}/${String(id)}`;

  /** Asks the server, and keeps the template that it answers with. */
  const change = async (call: Omit<ServerCall, "session">): Promise<EstimateTemplate> => {
    const session = store.session();
    const { body } = await connection.call({ ...call, session: session.owner });
    const template = body as EstimateTemplate;
    await session.write((transaction) => transaction.putRecords(storeName, [{ ...template }]), {
      records: [storeName],
    });
    return template;
  };

  return {
    list: async () => {
      const found = await store.read(async (transaction) => await transaction.records(storeName), {
        records: [storeName],
      });
      return found.toSorted((one, other) => one.name.localeCompare(other.name, LOCALE) || one.id - other.id);
    },
    create: (body, { isCompanyWide }) =>
      change({
        method: "POST",
        path: isCompanyWide ? `${PATH}/company` : PATH,
        body,
      }),
    rename: async (id, name) => {
      await change({ method: "PUT", path: pathOf(id), body: { name } });
    },
    remove: async (id) => {
      const session = store.session();
      try {
        await connection.call({ method: "DELETE", path: pathOf(id), session: session.owner });
      } catch (error) {
        if (!(error instanceof Problem && error.code === "notFound")) throw error;
      }
      await session.write((transaction) => transaction.deleteRecord(storeName, id), { records: [storeName] });
    },
  };
}
