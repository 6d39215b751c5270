import {
  fullName,
  isCompanyAdmin,
  MAX_LINES_OF_ALL_TEMPLATES,
  MAX_TEMPLATES,
  Problem,
  type ActivityAction,
  type EstimateTemplate,
  type EstimateTemplateId,
  type EstimateTemplateInput,
  type SyncedRecord,
} from "@ridgebook/contract";
import type { ChangeFeed } from "#database/change-feed.ts";
import { inCompany, type CompanyContext } from "#http/handlers.ts";
import { noteActs } from "#http/note-activity.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { estimateTemplateRepository, type TemplateRow } from "./estimate-template-repository.ts";

type Context = Pick<CompanyContext, "scope" | "session" | "caller">;

const toTemplate = ({ id, name, content, ownerId, madeBy, createdTime }: TemplateRow): EstimateTemplate => ({
  ...content,
  id: id as EstimateTemplateId,
  name,
  isCompanyWide: ownerId === null,
  madeBy,
  createdTime: createdTime.toISOString(),
});

/** The company's templates and the person's own, for devices. */
export const estimateTemplateFeed: ChangeFeed<SyncedRecord["estimate-templates"]> = async (scope, range) =>
  (await estimateTemplateRepository.readChanged(scope, range)).map((row) => ({
    changeNumber: row.changeNumber,
    record: toTemplate(row),
  }));

/** Records a change of a company template in Activity. Personal templates are private and are not recorded. */
async function note(
  context: Context,
  row: TemplateRow,
  act: { action: ActivityAction; member?: string; from?: unknown; to?: unknown },
): Promise<void> {
  if (row.ownerId !== null) return;
  await noteActs(context, [{ kind: "templates", subject: String(row.id), subjectName: row.name, ...act }]);
}

/** Throws `notFound` for another person's own template, and `accessDenied` if only admins may change the company's. */
async function holdOwn({ scope, session }: Context, id: number): Promise<TemplateRow> {
  const row = orNotFound(await estimateTemplateRepository.hold(scope, id));
  if (row.ownerId === null && !isCompanyAdmin(session.user)) throw new Problem("accessDenied");
  return row;
}

/** The routes of estimate templates (decision 0094). */
export function estimateTemplateAnswers({ now }: { now: () => Date }) {
  async function add(context: Context, body: EstimateTemplateInput, ownerId: number | null): Promise<EstimateTemplate> {
    const { scope, session } = context;
    const { templates, lines } = await estimateTemplateRepository.countForAdding(scope, ownerId);
    // A retry after a lost response.
    const same = await estimateTemplateRepository.findSame(scope, { ...body, ownerId });
    if (same) return toTemplate(same);
    const whose = ownerId === null ? "A company" : "A person";
    const refuse = (message: string): never => {
      throw new Problem("validation", { errors: { name: [message] } });
    };
    if (templates >= MAX_TEMPLATES) refuse(`${whose} can have ${String(MAX_TEMPLATES)} templates. Delete one first.`);
    if (lines + body.content.lines.length > MAX_LINES_OF_ALL_TEMPLATES)
      refuse(
        `${whose} can have templates of ${MAX_LINES_OF_ALL_TEMPLATES.toLocaleString("en-US")} lines in all. Delete one first.`,
      );
    const row = await estimateTemplateRepository.add(scope, {
      ...body,
      ownerId,
      madeBy: fullName(session.user),
      createdTime: now(),
    });
    await note(context, row, { action: "added" });
    return toTemplate(row);
  }

  return inCompany({
    listEstimateTemplates: async ({ scope }) => (await estimateTemplateRepository.list(scope)).map(toTemplate),

    createEstimateTemplate: async ({ body, ...context }) => add(context, body, context.session.user.id),

    createCompanyEstimateTemplate: async ({ body, ...context }) => add(context, body, null),

    async renameEstimateTemplate({ params, body, ...context }) {
      const held = await holdOwn(context, params.id);
      if (held.name === body.name) return toTemplate(held);
      const row = await estimateTemplateRepository.rename(context.scope, held.id, body.name);
      await note(context, row, { action: "changed", member: "name", from: held.name, to: row.name });
      return toTemplate(row);
    },

    async deleteEstimateTemplate({ params, ...context }) {
      const held = await holdOwn(context, params.id);
      await estimateTemplateRepository.remove(context.scope, held.id);
      await note(context, held, { action: "removed" });
    },
  });
}
