import { LOCALE, Problem, type EstimateTemplate, type EstimateTemplateInput } from "@ridgebook/contract";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { Connection } from "#local-data/device/connection.ts";
import type { ServerCall } from "#local-data/device/server-calls.ts";

/**
 * The company's templates and the user's own. Reads come from the device. Changes need the server, throw its `Problem`, and store
 * its reply.
 */
export interface TemplateStore {
  /** Lists the templates by name. */
  list(): Promise<EstimateTemplate[]>;
  create(template: EstimateTemplateInput, options: { isCompanyWide: boolean }): Promise<EstimateTemplate>;
  rename(id: number, name: string): Promise<void>;
  /** Succeeds also if the template is already deleted. */
  remove(id: number): Promise<void>;
}

const storeName = "estimate-templates";
/** As in the contract, whose routes would add their schemas and the engine to the first page load. */
const PATH = "/api/estimatetemplates";

export function createTemplateStore({
  store,
  connection,
}: {
  store: LocalStore;
  connection: Connection;
}): TemplateStore {
  const pathOf = (id: number): string => `${PATH}/${String(id)}`;

  /** Makes a call and stores the template of its reply. */
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
