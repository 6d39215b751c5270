import {
  bodyToSlices,
  EMPTY_ESTIMATE,
  EMPTY_LEAD,
  formToDocument,
  formToLeadPhoto,
  mapSliceItemIds,
  Problem,
  sliceValue,
  type DocumentFinding,
  type FieldConflict,
  type HoverJob,
  isSameValue,
} from "@ridgebook/contract";
import type { FieldValues, RecordId, StoredRecord } from "#local-data/database/stored-record.ts";
import type { ServerAnswer, ServerCall, ServerCalls } from "#local-data/device/server-calls.ts";
import { ESTIMATE_SLICES } from "#local-data/estimates/estimate-entity.ts";
import { localItemIdsIn } from "#local-data/outbox/item-ids.ts";

/** What happens to one call on its way. */
export type Fault = "lostRequest" | "lostAnswer" | Problem;

/** Stores besides leads that it keeps devices up to date with. */
type FedStoreName = "estimate-fields" | "estimate-sections" | "estimate-workflows" | "estimate-templates";

type Body = { calls?: ServerCall[]; former?: FieldValues; revision?: number } & FieldValues;

/**
 * A server in memory that keeps the promises which the outbox counts on: an attempt is applied once per key, updates
 * merge by field, and the change feed names everything that happened. The real one has its own tests; those of the
 * outbox against it are in the simulation.
 */
export class StandInServer implements ServerCalls {
  /** Every call as it arrived, calls inside a batch too, as "PUT /api/leads/12". */
  readonly log: string[] = [];
  readonly calls: ServerCall[] = [];
  /** Faults for the next calls, in order. */
  readonly faults: (Fault | undefined)[] = [];
  isDown = false;
  /** What is found in each document that is received. */
  findings: readonly DocumentFinding[] = [];
  /** Bodies that contain this text are refused by validation. */
  refuses = "REFUSED";
  /** As the real one does; most tests make estimates without a lead. */
  refusesUnknownLeads = false;
  /** Runs before a call is worked on, with the device waiting for its answer. */
  onCall: (call: ServerCall) => Promise<void> = () => Promise.resolve();

  readonly #collections = new Map<string, Map<number, StoredRecord>>();
  readonly #answers = new Map<string, { text: string; answer: ServerAnswer }>();
  readonly #feed: { number: number; storeName: string; id: RecordId }[] = [];
  readonly #fed = new Map<FedStoreName, Map<RecordId, FieldValues & { id: RecordId }>>();
  /** Old versions of the price book. */
  readonly priceBooks = new Map<number, readonly FieldValues[]>();
  /** The most changes that one page holds. */
  pageSize = 1_000;
  /** What the pages of a first download say that it brings; a server of the version before says nothing. */
  total: number | undefined = undefined;
  #lastId = 100;
  #lastItemId = 5_000;
  #oldestCursor = 0;
  readonly users: StoredRecord[] = [];
  /** What Hover has, by the job's number; `document` is missing where nothing is measured yet. */
  readonly hoverJobs = new Map<string, { job: HoverJob; document?: unknown }>();

  get leads(): StoredRecord[] {
    return this.records("leads");
  }

  records(collection: string): StoredRecord[] {
    return [...this.#collection(collection).values()];
  }

  lead(id: number): StoredRecord | undefined {
    return this.#collection("leads").get(id);
  }

  estimate(id: number): StoredRecord | undefined {
    return this.#collection("estimates").get(id);
  }

  /** Another user adds an estimate, or changes members and parts of one, given as in a body. */
  putEstimate({ id, ...body }: FieldValues & { id: number }): StoredRecord {
    const known = this.estimate(id) ?? { ...emptyEstimate(), id };
    const changed = mapSliceItemIds(bodyToSlices(body), this.#newItemIds(body));
    const { leadId = known.leadId } = body;
    return this.#store("estimates", ESTIMATE_SLICES.join({ ...ESTIMATE_SLICES.split(known), ...changed, leadId, id }));
  }

  removeEstimate(id: number): void {
    this.#collection("estimates").delete(id);
    this.#note("estimates", id);
  }

  /** It was deleted before a device began to load: no page of that load tells. */
  removeEstimateUntold(id: number): void {
    this.#collection("estimates").delete(id);
    for (const entry of this.#feed) if (entry.storeName === "estimates" && entry.id === id) entry.storeName = "gone";
  }

  /** Another user adds or changes a lead. */
  put(values: FieldValues & { id: number }): StoredRecord {
    return this.#store("leads", { ...emptyLead(), ...this.lead(values.id), ...values });
  }

  /** A record that the server has had for long, as it is; the feed names it. */
  hold(storeName: string, record: StoredRecord): void {
    this.#collection(storeName).set(record.id, structuredClone(record));
    this.#note(storeName, record.id);
    this.#lastId = Math.max(this.#lastId, record.id);
  }

  remove(id: number): void {
    this.#collection("leads").delete(id);
    this.#note("leads", id);
  }

  /** Another document replaces this one, which does not change this one: its revision stays. */
  supersede(id: number, supersededById: number): void {
    const documents = this.#collection("estimate-documents");
    const known = documents.get(id);
    if (!known) throw new Error(`There is no document ${String(id)}.`);
    documents.set(id, { ...known, supersededById });
    this.#note("estimate-documents", id);
  }

  /** An admin publishes a price book, section, workflow or template; `removedIds` are gone with it. */
  publish(
    storeName: FedStoreName,
    records: readonly (FieldValues & { id: RecordId })[],
    removedIds: readonly RecordId[] = [],
  ): void {
    const store = this.#fedStore(storeName);
    for (const record of records) store.set(record.id, record);
    for (const id of removedIds) store.delete(id);
    for (const id of [...records.map(({ id }) => id), ...removedIds]) this.#note(storeName, id);
  }

  /** Cursors given so far are answered 410 from now on. */
  forgetHistory(): void {
    this.#oldestCursor = this.#feed.length;
  }

  async call(call: ServerCall): Promise<ServerAnswer> {
    const fault = this.faults.shift();
    if (this.isDown || fault === "lostRequest") throw new Problem("unavailable");
    if (fault instanceof Problem) throw fault;
    this.calls.push(call);
    await this.onCall(call);
    const answer = this.#answer(call);
    if (fault === "lostAnswer") throw new Problem("unavailable");
    return answer;
  }

  #answer(call: ServerCall): ServerAnswer {
    const body = (call.body ?? {}) as Body;
    if (call.path === "/api/batch") {
      const replies = (body.calls ?? []).map((inner) => this.#answerAsReply({ ...inner, session: call.session }));
      return { status: 200, body: { replies } };
    }
    return this.#applyOnce(call);
  }

  #answerAsReply(call: ServerCall): ServerAnswer {
    try {
      return this.#applyOnce(call);
    } catch (error) {
      if (error instanceof Problem) return { status: error.status, body: error.toReply() };
      throw error;
    }
  }

  #applyOnce(call: ServerCall): ServerAnswer {
    const text = JSON.stringify([call.method, call.path, call.body, call.form]);
    const known = call.key === undefined ? undefined : this.#answers.get(call.key);
    this.log.push(`${call.method} ${call.path}`);
    if (known && known.text !== text) throw new Problem("keyReused");
    if (known) return known.answer;
    const answer = structuredClone(this.#apply(call));
    if (call.key !== undefined) this.#answers.set(call.key, { text, answer });
    return answer;
  }

  #rememberNames(body: unknown): Body {
    const { names } = body as { names: Record<string, string> };
    const settings = this.#collection("settings").get(1) ?? { id: 1 };
    const measurementNames = { ...(settings["measurementNames"] as Record<string, string>), ...names };
    return this.#store("settings", { ...settings, measurementNames });
  }

  #apply({ method, path, query, body: sentBody, form }: ServerCall): ServerAnswer {
    const isPhoto = path.startsWith("/api/leads/photos");
    const sent = form ? (isPhoto ? formToLeadPhoto(form.fields) : formToDocument(form.fields)) : sentBody;
    if (path === "/api/changes") return { status: 200, body: this.#changes(query ?? {}) };
    if (path.startsWith("/api/hoverintegration/")) return { status: 200, body: this.#hover(path, sentBody) };
    if (path === "/api/settings/measurement-names/") return { status: 200, body: this.#rememberNames(sentBody) };
    if (path === "/api/estimatefields") return { status: 200, body: this.#priceBook(Number(query?.version)) };
    const [, , collection = "", idText = ""] = path.replace("/leads/photos", "/lead-photos").split("/");
    const storeName = collection === "documents" ? "estimate-documents" : collection;
    const body = (sent ?? {}) as Body;
    if (JSON.stringify(body).includes(this.refuses))
      throw new Problem("validation", { errors: { email: ["E-mail is not valid."] } });
    const records = this.#collection(storeName);
    if (method === "GET" && idText === "" && (storeName === "estimates" || storeName === "estimate-documents"))
      return { status: 200, body: [...records.values()].filter(({ leadId }) => String(leadId) === query?.leadId) };
    if (isPhoto && idText === "")
      return method === "GET"
        ? { status: 200, body: [...records.values()].filter(({ leadId }) => String(leadId) === query?.id) }
        : { status: 200, body: this.#addPhoto(body) };
    if (method === "GET" && idText === "") {
      const data = [...records.values()];
      return { status: 200, body: { data, offset: 0, limit: 100, totalCount: data.length } };
    }
    if (idText === "" && storeName === "estimates" && this.refusesUnknownLeads && !this.lead(Number(body.leadId)))
      throw new Problem("validation", { errors: { leadId: ["The lead must be one of the company's leads."] } });
    if (idText === "" && storeName === "estimates" && Number(body.leadId) > 0)
      return { status: 200, body: this.#saveEstimate({ ...emptyEstimate(), id: this.#nextId() }, body) };
    if (form && !(Number(body.estimateId) > 0))
      throw new Problem("validation", { errors: { estimateId: ["Estimate must be 1 or more."] } });
    if (form) return { status: 200, body: this.#store(storeName, this.#newDocument(body)) };
    if (idText === "")
      return { status: 200, body: this.#store(storeName, { ...emptyLead(), ...body, id: this.#nextId() }) };
    const record = records.get(Number(idText));
    if (!record) throw new Problem("notFound");
    if (method === "GET") return { status: 200, body: record };
    if (path.endsWith("/SetHoverJobId"))
      return { status: 200, body: this.#store("leads", { ...record, hoverJobId: body.jobId }) };
    if (path.endsWith("/SetCameraUrl"))
      return { status: 200, body: this.#store("leads", { ...record, cameraUrl: body.cameraUrl }) };
    if (method === "DELETE") {
      const isNamed = storeName === "leads" && this.records("estimates").some(({ leadId }) => leadId === record.id);
      const hasDocuments = Array.isArray(record.documents) && record.documents.length > 0;
      if (record.externalId || isNamed || hasDocuments) throw new Problem("inUse");
      records.delete(record.id);
      this.#note(storeName, record.id);
      return { status: 204, body: undefined };
    }
    if (storeName === "estimates") return { status: 200, body: this.#saveEstimate(record, body) };
    return { status: 200, body: this.#merge(storeName, record, body) };
  }

  #hover(path: string, body: unknown): unknown {
    const { jobId } = body as { jobId: string };
    const known = this.hoverJobs.get(jobId);
    if (!known || path.endsWith("/job-details")) return known?.job ?? null;
    const [model] = known.job.models;
    if (!model || known.document === undefined) return null;
    const times = { measuredTime: known.job.updatedTime, fetchedTime: TIME };
    return { jobId, modelId: model.id, modelName: model.name, ...times, document: known.document };
  }

  #newDocument({ signatures, ...body }: FieldValues): StoredRecord {
    const id = this.#nextId();
    const kept = Object.entries(signatures as Record<string, { timestamp: string }>).map(([key, { timestamp }]) => {
      const url = `/api/Documents/${String(id)}/DownloadSignature?key=${key}`;
      return [key, { url, timestamp }] as const;
    });
    const leadId = this.estimate(Number(body.estimateId))?.leadId;
    return {
      ...body,
      id,
      leadId,
      signatures: Object.fromEntries(kept),
      pdfStatus: 3,
      pdfUrl: null,
      pdfFailure: "",
      supersededById: null,
      createdByUserId: 1,
      receivedTime: TIME,
      findings: this.findings,
    };
  }

  /** The same picture on a lead is one photo. */
  #addPhoto(body: FieldValues): StoredRecord {
    const known = this.records("lead-photos").find(
      ({ leadId, fileId }) => leadId === body.leadId && fileId === body.fileId,
    );
    const url = `/api/Files/Download/${String(body.fileId)}`;
    const written = { url, thumbnailUrl: url, createdTime: TIME, createdByUserId: 1 };
    return known ?? this.#store("lead-photos", { ...body, ...written, id: this.#nextId() });
  }

  #newItemIds(body: FieldValues): Map<number, number> {
    return new Map(localItemIdsIn(body).map((id) => [id, ++this.#lastItemId]));
  }

  /** Slice by slice; new items get ids, which the reply names. */
  #saveEstimate(record: StoredRecord, { former = {}, ...body }: Body): StoredRecord {
    const current = ESTIMATE_SLICES.split(record);
    const same = (key: string, one: unknown, other: unknown) =>
      isSameValue(sliceValue(key, one), sliceValue(key, other));
    const isNew = record.revision === undefined;
    const wanted = bodyToSlices(body as FieldValues);
    const conflicts = Object.entries(wanted)
      .filter(([key, mine]) => !isNew && !same(key, current[key], former[key]) && !same(key, current[key], mine))
      .map(([key, mine]): FieldConflict => {
        return { field: key, former: former[key] ?? null, mine, theirs: sliceValue(key, current[key]) };
      });
    if (conflicts.length > 0) throw new Problem("conflict", { conflicts, changedBy: "Marcus Bell" });
    const newItemIds = this.#newItemIds({ ...body, former: undefined });
    const leadId = body.leadId ?? record.leadId;
    const saved = { ...current, ...mapSliceItemIds(wanted, newItemIds), leadId, id: record.id };
    return {
      ...this.#store("estimates", ESTIMATE_SLICES.join(saved)),
      itemIds: Object.fromEntries([...newItemIds].map(([id, newId]) => [String(id), newId])),
    };
  }

  #merge(
    storeName: string,
    record: StoredRecord,
    { former = {}, revision: _revision, ...changed }: Body,
  ): StoredRecord {
    const conflicts: FieldConflict[] = Object.entries(changed)
      .filter(([field, mine]) => !isSameValue(record[field], former[field]) && !isSameValue(record[field], mine))
      .map(([field, mine]) => ({ field, former: former[field], mine, theirs: record[field] }));
    if (conflicts.length > 0) throw new Problem("conflict", { conflicts, changedBy: "Marcus Bell" });
    return this.#store(storeName, { ...record, ...changed });
  }

  #priceBook(version: number): readonly FieldValues[] {
    const found = this.priceBooks.get(version);
    if (!found) throw new Problem("notFound");
    return found;
  }

  #changes({ cursor, stores = "" }: NonNullable<ServerCall["query"]>): unknown {
    const from = Number(cursor ?? 0);
    if (cursor !== undefined && from < this.#oldestCursor) throw new Problem("cursorTooOld");
    const asked = String(stores).split(",");
    const news = this.#feed.slice(from, from + this.pageSize);
    const changed: Record<string, unknown[]> = { users: this.users };
    const deleted: Record<string, RecordId[]> = {};
    const queued = ["leads", "estimates", "estimate-documents", "settings"].map(
      (name) => [name, this.#collection(name)] as const,
    );
    for (const [storeName, records] of [...queued, ...this.#fed]) {
      if (!asked.includes(storeName)) continue;
      const ids = new Set(news.filter((entry) => entry.storeName === storeName).map(({ id }) => id));
      changed[storeName] = [...ids].flatMap((id) => (records as ReadonlyMap<RecordId, unknown>).get(id) ?? []);
      deleted[storeName] = cursor === undefined ? [] : [...ids].filter((id) => !records.has(id as never));
    }
    const reached = from + news.length;
    const total = this.total === undefined ? {} : { total: this.total };
    return { changed, deleted, cursor: String(reached), more: reached < this.#feed.length, ...total };
  }

  #store(storeName: string, record: StoredRecord): StoredRecord {
    const stored = { ...record, revision: (this.#collection(storeName).get(record.id)?.revision ?? 0) + 1 };
    this.#collection(storeName).set(record.id, stored);
    this.#note(storeName, record.id);
    return stored;
  }

  #fedStore(name: FedStoreName): Map<RecordId, FieldValues & { id: RecordId }> {
    const store = this.#fed.get(name) ?? new Map<RecordId, FieldValues & { id: RecordId }>();
    this.#fed.set(name, store);
    return store;
  }

  #note(storeName: string, id: RecordId): void {
    this.#feed.push({ number: this.#feed.length + 1, storeName, id });
  }

  #collection(name: string): Map<number, StoredRecord> {
    const collection = this.#collections.get(name) ?? new Map<number, StoredRecord>();
    this.#collections.set(name, collection);
    return collection;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

const TIME = "2026-05-14T12:00:00.000Z";
const emptyEstimate = (): FieldValues => ({
  ...structuredClone(EMPTY_ESTIMATE),
  items: [],
  comparisons: [],
  workflowSummaries: {},
  documents: [],
  principal: 0,
  monthlyRate: 0,
  monthlyPayment: 0,
  createdTime: TIME,
  modifiedTime: TIME,
});
const emptyLead = (): FieldValues => ({
  ...structuredClone(EMPTY_LEAD),
  externalId: null,
  createdTime: TIME,
  modifiedTime: TIME,
});
