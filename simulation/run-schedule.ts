import { MAX_BATCH_CALLS, MAX_CHANGES_PAGE, Problem, type Shapes } from "@ridgebook/contract";
import type { ChooseAttempt } from "../apps/web/src/local-data/outbox/attempt.ts";
import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import { untilNothingIsQueued, watchEventLoop } from "./event-loop.ts";
import { createFaults, type FaultCounts } from "./faults.ts";
import { describeEnd } from "./describe-end.ts";
import { createDocumenters, type Documenters } from "./documenters.ts";
import { FORMER, TODAYS } from "./invented-releases.ts";
import { leaveFormerVersion } from "./former-version.ts";
import type { KeptPaper, OnlyCopy, ShownRecord, TabView } from "./final-state.ts";
import { findBreaches, waitsForPerson } from "./invariants.ts";
import { createJournal } from "./journal.ts";
import { createEstimators, type Estimators } from "./estimators.ts";
import { createPeople, type People } from "./people.ts";
import { createRescuers, type Rescuers } from "./rescuers.ts";
import { createPhotographers, listPhotos, type Photographers } from "./photographers.ts";
import { createSaving } from "./saving.ts";
import { MAX_TABS, type Action, type Schedule } from "./schedule.ts";
import { readTab } from "./read-tab.ts";
import { createScheduler, EndlessRun } from "./scheduler.ts";
import { createSeededRandom } from "@ridgebook/testing/seeded-random";
import { nameOfQueued, toDocumentRecord, toEstimateRecord, toLeadRecord, toPhotoRecord } from "./simulated-record.ts";
// Loaded before a schedule begins: reading a file takes real time, which the scheduler does not know of.
import "../apps/web/src/local-data/estimates/estimate-drafts.ts";
import "../apps/web/src/local-data/estimates/estimate-engine.ts";
import "../apps/web/src/local-data/outbox/pending-changes.ts";
import "../apps/web/src/local-data/rescue/create-rescue.ts";
import "../apps/web/src/local-data/working-set/evict.ts";
import { createSimulatedDevice, type SimulatedDevice, type Tab } from "./simulated-device.ts";
import { createSimulatedNetwork, type ChangeRequest } from "./simulated-network.ts";
import type { Person, SimulatedServer, SimulationHost } from "./simulated-server.ts";

export interface SimulationOptions {
  /** By default, the product's choice. */
  readonly chooseAttempt?: ChooseAttempt;
  readonly changeRequest?: ChangeRequest;
  readonly faultCounts?: FaultCounts;
  /** False: an interrupted transaction on a device keeps what it has written. */
  readonly isAtomic?: boolean;
  /** Whether tabs of a device send and receive without waiting for each other. */
  readonly isWithoutLock?: boolean;
  /** The releases that today's app knows. */
  readonly shapes?: Shapes;
}

interface SimulationResult {
  /** The broken invariants; empty if all hold. */
  readonly breaches: readonly string[];
  /** What happened, in order; the same for the same schedule. */
  readonly trace: readonly string[];
}

/** Few changes are unsent on a device at a time. If two or three fill a batch, one batch often follows another. */
const BATCH_SIZES = [MAX_BATCH_CALLS, 2, 3];
/** Few changes are received at a time. If a page holds few, the next one is requested while the previous one is stored. */
const PAGE_SIZES = [3, MAX_CHANGES_PAGE];
/** Longer than the longest back-off (5 minutes), after which every retry is due. */
const ROUND_MS = 310_000;
const MAX_ROUNDS = 12;
/** Rounds after the last change was sent, so that every device receives it. */
const ROUNDS_AFTER_THE_LAST = 2;

/** A tab, ready once its user's session is open. */
interface OpenTab {
  readonly tab: Tab;
  isReady: boolean;
}

/** Runs one schedule in its own company, heals everything, and compares the result with what users did. */
export async function runSchedule(
  host: SimulationHost,
  schedule: Schedule,
  {
    chooseAttempt,
    changeRequest,
    faultCounts = new Map(),
    isAtomic = true,
    isWithoutLock = false,
    shapes,
  }: SimulationOptions = {},
): Promise<SimulationResult> {
  watchEventLoop();
  const faults = createFaults({ counts: faultCounts, random: createSeededRandom(schedule.orderSeed + 1) });
  const server: SimulatedServer = await host.openServer({ scheduler: () => scheduler, faults });
  const untilQuiet = async (): Promise<void> => {
    for (;;) {
      await server.untilQuiet();
      await untilNothingIsQueued();
      if (!server.isBusy()) return;
    }
  };
  const scheduler = createScheduler({
    random: createSeededRandom(schedule.orderSeed),
    untilQuiet,
    waitForOutside: async () => {
      const isSomethingOutside = await server.waitForOutside();
      await untilQuiet();
      return isSomethingOutside;
    },
  });
  const together: string[] = [];
  const noteTogether = (tabs: readonly string[]): void => {
    // A lease expires while its tab sleeps, and without locks no tab waits.
    if (schedule.lockKind === "browser") together.push(tabs.join(" and "));
  };
  const defects: string[] = [];
  const strangeAnswers: string[] = [];
  const noteKeyReused = (call: string): void => {
    strangeAnswers.push(`${call} sent another body under the same key`);
  };
  const { updates } = schedule;
  let isServerFormer = updates !== null;
  const network = createSimulatedNetwork({
    scheduler,
    faults,
    server,
    changeRequest,
    noteTogether,
    noteKeyReused,
    isServerFormer: () => isServerFormer,
  });
  const reportDefect = (where: string, error: unknown): void => {
    defects.push(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  const [ann, bob] = server.people;
  if (!ann || !bob) throw new Error("A company has two people.");

  const journal = createJournal();
  const saving = createSaving(journal);
  const workers: Workers = {
    people: createPeople(journal, saving, { faults }),
    estimators: createEstimators(journal, saving),
    photographers: createPhotographers(journal, saving),
    documenters: createDocumenters(journal, saving),
    rescuers: createRescuers(journal, { faults }),
  };
  const openTabs = new Map<Tab, OpenTab>();
  const noteDeath = (tab: Tab): void => {
    saving.noteDeath(tab);
    workers.people.noteDeath(tab);
    workers.estimators.noteDeath(tab);
    openTabs.delete(tab);
  };

  const devices = Array.from({ length: schedule.devices }, (_, index) =>
    createSimulatedDevice({
      index,
      person: index === 0 || (index === 1 && schedule.isSamePerson) ? ann : bob,
      lockKind: schedule.lockKind,
      scheduler,
      faults,
      network,
      chooseAttempt,
      batchSize: BATCH_SIZES[(schedule.orderSeed + index) % BATCH_SIZES.length] ?? MAX_BATCH_CALLS,
      pageSize: PAGE_SIZES[(schedule.orderSeed + index) % PAGE_SIZES.length] ?? MAX_CHANGES_PAGE,
      isAtomic,
      isWithoutLock,
      release: updates ? FORMER : TODAYS,
      shapes,
      noteDeath,
      reportDefect,
    }),
  );
  /** The users who have worked at each device, so that work that is held for them is checked in the end. */
  const visitors = new Map(devices.map((device) => [device, new Set<Person>([device.person])]));

  /** Starts work beside everything else. A `Problem` is an expected failure. */
  const start = (where: string, work: () => Promise<unknown>): void => {
    work().catch((error: unknown) => {
      if (!(error instanceof Problem)) reportDefect(where, error);
    });
  };

  const kill = (tab: Tab): void => {
    tab.die();
  };

  const openTab = (device: SimulatedDevice): void => {
    const tab = device.openTab();
    const open: OpenTab = { tab, isReady: false };
    openTabs.set(tab, open);
    const { localData, person } = tab;
    localData.session.subscribe(() => {
      // The app leaves its pages, because another user may work here now.
      kill(tab);
    });
    start(tab.name, async () => {
      try {
        await localData.session.open({ ...person, user: person.user });
        open.isReady = true;
        localData.start();
        await localData.sync.run();
      } catch (error) {
        // Errors of a dead tab do not count.
        if (tab.isAlive()) throw error;
      }
    });
  };

  const signIn = async (device: SimulatedDevice): Promise<void> => {
    device.cookie = await server.signIn(device.person);
    for (const tab of device.tabs) tab.token.reset();
  };

  /** Updates a device's app. New tabs open with today's app; tabs that stay open continue with the former one. */
  const updateApp = (device: SimulatedDevice, { tab, isForAllTabs }: { tab: number; isForAllTabs: boolean }): void => {
    if (device.release === TODAYS) return;
    device.release = TODAYS;
    const waiting = device.storage.waitingChanges();
    if (waiting.length > 0) faults.count("app updated with work waiting");
    if (waiting.some(({ data }) => data.attempt)) faults.count("app updated with a frozen attempt");
    const open = [...device.tabs];
    const dying = isForAllTabs ? open : open.slice(tab % Math.max(1, open.length)).slice(0, 1);
    for (const one of dying) kill(one);
    openTab(device);
  };

  const updateServer = (): void => {
    if (!isServerFormer) return;
    isServerFormer = false;
    faults.count("server updated");
  };

  /** Applies the updates that are due before a step. */
  const applyDueUpdates = (step: number): void => {
    if (!updates) return;
    if (updates.serverAt === step) {
      scheduler.note("do: update the server");
      updateServer();
    }
    for (const device of devices) {
      const update = updates.apps[device.index];
      if (update?.at !== step) continue;
      scheduler.note(`do: update the app at ${device.index} ${JSON.stringify(update)}`);
      updateApp(device, update);
    }
  };

  /** Updates the server and all apps, so that no device runs a former app in the end. */
  const updateEverything = (): void => {
    updateServer();
    for (const device of devices) {
      updateApp(device, { tab: 0, isForAllTabs: true });
      for (const tab of device.tabs) if (tab.release === FORMER) kill(tab);
    }
  };

  /** Signs another user in on a device, which holds the work of the previous one. */
  const changePerson = async (device: SimulatedDevice, person: Person): Promise<void> => {
    const [tab, ...others] = device.tabs;
    for (const other of others) kill(other);
    device.person = person;
    visitors.get(device)?.add(person);
    if (tab) start(tab.name, () => tab.localData.session.wipe());
    await scheduler.runAll();
    if (tab) kill(tab);
    await signIn(device);
    openTab(device);
  };

  const otherThan = (person: Person): Person => (person === ann ? bob : ann);
  const tabOf = (action: { device: number; tab: number }): Tab | undefined => {
    const tabs = devices[action.device]?.tabs ?? [];
    const tab = tabs[action.tab % Math.max(1, tabs.length)];
    return tab && openTabs.get(tab)?.isReady ? tab : undefined;
  };

  const act = async (action: Action): Promise<void> => {
    const device = "device" in action ? devices[action.device] : undefined;
    const work = workAtTab(workers, action);
    if (work) {
      const tab = "tab" in action ? tabOf(action) : undefined;
      if (tab) start(`${tab.name} ${action.kind}`, () => work(tab));
      return;
    }
    switch (action.kind) {
      case "carryRescueFile": {
        const from = tabOf(action);
        const to = [...openTabs.values()].find(
          ({ tab, isReady }) => isReady && tab.device !== device && tab.person.accountId === from?.person.accountId,
        );
        if (from && to) start(`${from.name} carryRescueFile`, () => workers.rescuers.carry(from, to.tab));
        return;
      }
      case "setOnline":
        device?.setOnline(action.isOnline);
        return;
      case "openTab":
        if (device && device.tabs.length < MAX_TABS) openTab(device);
        return;
      case "killTab": {
        const dying = device?.tabs[action.tab % Math.max(1, device.tabs.length)];
        if (dying) kill(dying);
        return;
      }
      case "killDevice":
        for (const dying of device?.tabs ?? []) kill(dying);
        return;
      case "endSessions":
        if (device) await server.endSessions(device.person);
        return;
      case "signIn":
        if (!device) return;
        await signIn(device);
        for (const open of device.tabs) start(open.name, () => open.localData.sync.run());
        return;
      case "changePerson":
        if (device) await changePerson(device, otherThan(device.person));
        return;
      case "passTime":
        scheduler.advance(action.ms);
        return;
      case "setClock":
        device?.moveClock(action.ms);
        faults.count(`device clock set ${action.ms > 0 ? "forward" : "back"}`);
        return;
      case "setServerClock":
        server.moveClock(action.ms);
        faults.count(`server clock set ${action.ms > 0 ? "forward" : "back"}`);
        return;
      case "arm":
        faults.arm(action.fault);
        return;
      default:
        throw new Error(`Unknown action: ${action.kind}.`);
    }
  };

  /* The end: everything works again, and every tab is read */

  /** Closes tabs that a fault or a crash has left without a session, and opens one on each device that has no tab left. */
  const openWorkingTabs = async (): Promise<void> => {
    for (const device of devices) {
      for (const tab of device.tabs) if (!openTabs.get(tab)?.isReady) kill(tab);
      if (device.tabs.length === 0) openTab(device);
    }
    await scheduler.runAll();
  };

  const readEntries = async (): Promise<PendingChange[]> => {
    const entries: PendingChange[] = [];
    for (const device of devices) {
      const [tab] = device.tabs;
      if (tab) entries.push(...(await readFrom(tab, () => tab.localData.changes.list())));
    }
    return entries;
  };

  /** Reads at a tab. Reading takes tasks of the device like everything else. */
  const readFrom = async <Result>(tab: Tab, read: () => Promise<Result>): Promise<Result> => {
    let result: { value: Result } | undefined;
    start(`${tab.name} reading`, async () => {
      result = { value: await read() };
    });
    await scheduler.runAll();
    if (!result) throw new Error(`${tab.name} does not answer`);
    return result.value;
  };

  /** In half of all schedules no user starts a sync in the end: unsent changes have to be sent automatically (OFF-18, SYNC-65). */
  const isAutomatic = schedule.orderSeed % 2 === 1;
  const isAsked = ({ tab, round, isAllSent }: { tab: Tab; round: number; isAllSent: boolean }): boolean =>
    !isAutomatic || isAllSent || (round === 0 && tab.localData.status.getSnapshot().signInNeeded);

  const drain = async (): Promise<void> => {
    let roundsLeft = ROUNDS_AFTER_THE_LAST;
    let entriesBefore = Number.POSITIVE_INFINITY;
    for (let round = 0; round < MAX_ROUNDS && roundsLeft > 0; round += 1) {
      const isAllSent = roundsLeft < ROUNDS_AFTER_THE_LAST;
      for (const device of devices)
        // After the first round only one tab of each device starts a sync; the others are notified, as in real use.
        for (const tab of round === 0 ? device.tabs : device.tabs.slice(0, 1)) {
          if (!isAsked({ tab, round, isAllSent })) continue;
          start(tab.name, () => tab.localData.sync.run());
          await scheduler.runAll();
        }
      const end = scheduler.now() + ROUND_MS;
      while (scheduler.advanceToNextTimer({ atMostMs: end - scheduler.now() })) await scheduler.runAll();
      scheduler.advance(end - scheduler.now());
      await scheduler.runAll();
      const entries = await readEntries();
      const isWaiting = entries.some((entry) => !waitsForPerson(entry) && !entry.waitsFor);
      // What waited for a user is sent automatically if the changes of this round have settled it; then every device has to receive it.
      const isSentLate = isAllSent && entries.length < entriesBefore;
      if (!isWaiting && !isSentLate) roundsLeft -= 1;
      entriesBefore = entries.length;
    }
  };

  const heal = async (): Promise<void> => {
    faults.disarmAll();
    for (const device of devices) device.setOnline(true);
    await scheduler.runAll();
    for (const device of devices) await signIn(device);
    updateEverything();
    await openWorkingTabs();
    await drain();
  };

  const readTabViews = async (): Promise<TabView[]> => {
    const views: TabView[] = [];
    const hasPhotos = journal.creations.some(({ picture }) => picture !== undefined);
    for (const device of devices)
      for (const [place, tab] of device.tabs.entries()) {
        if (hasPhotos && place === 0) await readFrom(tab, () => openAllPhotos(tab));
        const { changes, status } = tab.localData;
        const records = await readFrom(tab, () => readShown(tab));
        const entries = await readFrom(tab, () => changes.list());
        const papers = await readFrom(tab, () => readPapers(tab));
        const onlyCopies = await readFrom(tab, () => readOnlyCopies(tab, entries));
        views.push({ name: tab.name, records, entries, papers, onlyCopies, status: status.getSnapshot() });
      }
    return views;
  };

  /** Signs in each user whose work a device holds, which restores and sends it. Returns the entries that they have left. */
  const finishHeldWork = async (): Promise<PendingChange[]> => {
    const entries: PendingChange[] = [];
    for (const [device, here] of visitors)
      for (const visitor of here) {
        if (visitor === device.person || !device.storage.holdsWorkOf(visitor)) continue;
        const owner = device.person;
        await changePerson(device, visitor);
        await scheduler.runAll();
        await openWorkingTabs();
        await drain();
        const [tab] = device.tabs;
        if (tab) entries.push(...(await readFrom(tab, () => tab.localData.changes.list())));
        await changePerson(device, owner);
        await scheduler.runAll();
        await openWorkingTabs();
        await drain();
      }
    return entries;
  };

  const breaches: string[] = [];
  try {
    const [first] = devices;
    const former =
      schedule.isUpdated && first
        ? await leaveFormerVersion({ device: first, journal, faults, leads: await server.readRecords() })
        : undefined;
    if (schedule.upgradeFault) faults.arm(schedule.upgradeFault);
    for (const device of devices) {
      await signIn(device);
      for (let count = 0; count < schedule.tabs; count += 1) openTab(device);
    }
    await scheduler.runAll();
    // A user who finds the app broken opens it again.
    await openWorkingTabs();
    for (const [place, { action: chosen, tasks }] of schedule.steps.entries()) {
      applyDueUpdates(place);
      const action = atExistingDevice(devices.length, chosen);
      scheduler.note(`do: ${describeAction(action)}`);
      await act(action);
      await scheduler.run(tasks);
    }
    scheduler.note("heal");
    await heal();
    const entriesOfOthers = await finishHeldWork();
    const tabs = await readTabViews();
    const records = await server.readRecords();
    const history = await server.readHistory();
    const filed = await server.readFiled();
    const filedPhotos = await server.readFiledPhotos();
    const shownPhotos = new Map(journal.creations.map(({ name, paper }) => [name, paper?.photos ?? []]));
    for (const _photo of filedPhotos) faults.count("a photo arrived");
    for (const { name, pdf, pictures } of filed) {
      faults.count("a document arrived");
      if (shownPhotos.get(name)?.length) faults.count("a document with a photo arrived");
      if (pdf) faults.count(`a document with ${pictures.length} signatures arrived`);
    }
    const unanswered = saving.unanswered();
    const ends = { records, history, filed, filedPhotos, tabs, entriesOfOthers };
    for (const line of describeEnd(ends)) scheduler.note(`in the end: ${line}`);
    breaches.push(...findBreaches({ journal, ...ends, defects, together, unanswered, strangeAnswers }));
    if (former && !(await former.isKept()))
      breaches.push("lost: the data that the previous version left on the device");
  } catch (error) {
    if (error instanceof EndlessRun) breaches.push(`never ends: ${error.message}`);
    else breaches.push(`broken: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  } finally {
    for (const device of devices) for (const tab of device.tabs) kill(tab);
    await server.close();
  }
  return { breaches, trace: scheduler.trace };
}

/** Opens every lead, because photos are fetched only when their lead is opened. */
async function openAllPhotos({ localData: { leads, photos } }: Tab): Promise<void> {
  const { data } = await leads.list(WHOLE_LIST);
  for (const { id } of data)
    await photos.fetchOfLead(id).catch((error: unknown) => {
      // Another user may have deleted the lead, while a change of it waits here for a decision.
      if (!(error instanceof Problem)) throw error;
    });
}

/** Reads all records as the tab's pages show them. */
async function readShown(tab: Tab): Promise<ShownRecord[]> {
  const { leads, estimates, documents } = tab.localData;
  const { data } = await leads.list(WHOLE_LIST);
  const shown: ShownRecord[] = data.map((lead) => ({ ...toLeadRecord(lead), sync: lead.sync }));
  for (const { id } of data)
    for (const photo of await listPhotos(tab, id)) shown.push({ ...toPhotoRecord(photo), sync: photo.sync });
  for (const id of await readTab(tab, (database) => database.estimates.toCollection().primaryKeys())) {
    const estimate = await estimates.find(id);
    if (estimate) shown.push({ ...toEstimateRecord(estimate), sync: estimate.sync });
  }
  for (const id of await readTab(tab, (database) => database["estimate-documents"].toCollection().primaryKeys())) {
    const document = await documents.find(id);
    if (document) shown.push({ ...toDocumentRecord(document), sync: document.sync });
  }
  return shown;
}

/** Reads the PDFs that the tab's device has stored, of the documents that it shows to its user. */
async function readPapers(tab: Tab): Promise<KeptPaper[]> {
  const { person } = tab;
  const { documents } = tab.localData;
  const papers: KeptPaper[] = [];
  for (const id of await readTab(tab, (database) => database["estimate-documents"].toCollection().primaryKeys())) {
    const document = await documents.find(id);
    if (document) papers.push({ name: document.name, ...person, pdf: await documents.keptPdf(document) });
  }
  return papers;
}

/** Reads the pictures of unsent photos, as the tab's device has stored them. */
async function readOnlyCopies({ localData: { photos } }: Tab, entries: readonly PendingChange[]): Promise<OnlyCopy[]> {
  const waiting = entries.filter(({ storeName, kind }) => storeName === "lead-photos" && kind === "created");
  if (waiting.length === 0) return [];
  const pictures = await photos.waitingPictures();
  return waiting.map(({ storeName, record }) => ({
    name: nameOfQueued(storeName, record),
    picture: pictures.find(({ url }) => url.includes(String(record?.fileId)))?.bytes,
  }));
}

interface Workers {
  people: People;
  estimators: Estimators;
  photographers: Photographers;
  documenters: Documenters;
  rescuers: Rescuers;
}

/** Creates a lead, its estimate, a photo, a signed contract and a change order, with or without a network. */
async function createChain(
  { people, estimators, photographers, documenters }: Workers,
  tab: Tab,
  what: { signatures: number; photos: number },
): Promise<void> {
  const lead = await people.create(tab, { isRefused: false });
  const estimate = lead && (await estimators.createOf(tab, lead));
  if (lead && what.photos > 0) await photographers.takeOf(tab, lead);
  if (estimate) await documenters.createChainOf(tab, { estimate, lead }, what);
}

/** Returns the user's action at a tab; undefined if the step is not one. */
function workAtTab(workers: Workers, action: Action): ((tab: Tab) => Promise<unknown>) | undefined {
  const { people, estimators, photographers, documenters, rescuers } = workers;
  switch (action.kind) {
    case "create":
      return (tab) => people.create(tab, { isRefused: false });
    case "createRefused":
      return (tab) => people.create(tab, { isRefused: true });
    case "edit":
      return (tab) => people.edit(tab, action);
    case "openForm":
      return (tab) => people.openForm(tab, action);
    case "saveForm":
      return (tab) => people.saveForm(tab, action);
    case "putBack":
      return (tab) => people.putBack(tab, action);
    case "delete":
      return (tab) => people.delete(tab, action);
    case "resolve":
      return (tab) => people.resolve(tab, action);
    case "retry":
      return (tab) => people.retry(tab, action);
    case "discard":
      return (tab) => people.discard(tab, action);
    case "saveRescueFile":
      return (tab) => rescuers.save(tab);
    case "openRescueFile":
      return (tab) => rescuers.open(tab, action);
    case "createEstimate":
      return (tab) => estimators.create(tab, action);
    case "copyEstimate":
      return (tab) => estimators.copy(tab, action);
    case "editEstimate":
      return (tab) => estimators.edit(tab, action);
    case "addCopy":
      return (tab) => estimators.addCopy(tab, action);
    case "openEstimateForm":
      return (tab) => estimators.openForm(tab, action);
    case "saveEstimateForm":
      return (tab) => estimators.saveForm(tab, action);
    case "deleteEstimate":
      return (tab) => estimators.delete(tab, action);
    case "lookAtEstimate":
      return (tab) => estimators.lookAt(tab, action);
    case "lookAtLeadsEstimates":
      return (tab) => estimators.lookAtLead(tab, action);
    case "createDocument":
      return (tab) => documenters.create(tab, { ...action, kind: action.document });
    case "createContractAndChangeOrder":
      return (tab) => documenters.createContractAndChangeOrder(tab, action);
    case "createChain":
      return (tab) => createChain(workers, tab, action);
    case "takePhoto":
      return (tab) => photographers.take(tab, action);
    case "deletePhoto":
      return (tab) => photographers.delete(tab, action);
    case "lookAtLeadsPhotos":
      return (tab) => photographers.lookAtLead(tab, action);
    case "deleteDocument":
      return (tab) => documenters.delete(tab, action);
    case "lookAtDocument":
      return (tab) => documenters.lookAt(tab, action);
    case "lookAtLeadsDocuments":
      return (tab) => documenters.lookAtLead(tab, action);
    case "synchronize":
      return (tab) => tab.localData.sync.run();
    case "flush":
      return (tab) => tab.localData.sync.flush();
    case "lookAtList":
      return (tab) => people.lookAtList(tab);
    case "lookAtLead":
      return (tab) => people.lookAtLead(tab, action);
    default:
      return undefined;
  }
}

const WHOLE_LIST = { searchQuery: "", limit: 100, offset: 0, sort: "company-asc" } as const;

/** Returns the same action at a device that exists. */
function atExistingDevice(devices: number, action: Action): Action {
  if (action.kind === "arm") return { ...action, fault: { ...action.fault, device: action.fault.device % devices } };
  return "device" in action ? { ...action, device: action.device % devices } : action;
}

const describeAction = (action: Action): string =>
  action.kind === "arm" ? `arm ${JSON.stringify(action.fault)}` : JSON.stringify(action);
