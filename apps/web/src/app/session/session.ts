import {
  isCompanyUser,
  isSameValue,
  OFFLINE_START_DAYS,
  Problem,
  type CompanyId,
  type SessionUser,
  type User,
} from "@ridgebook/contract";
import type { AppState, AppStateStore } from "#app/app-state.ts";
import { homePath } from "#app/guards/home-path.ts";
import type { KeptCompany } from "#app/session/kept-company.ts";
import { LOGGED_OUT_MESSAGE, NOT_EMPTIED_MESSAGE, unsyncedWarning } from "#app/session/logout-warning.ts";
import type { SessionChannel, SessionMessage } from "#app/session/session-channel.ts";
import { waitAtMost } from "#app/session/wait-at-most.ts";
import type { LocalData } from "#local-data/local-data.ts";
import type { SavedRescue } from "#local-data/rescue/rescue.ts";
import type { LastKnownSession, UnsentWork } from "#local-data/session/session-data.ts";
import type { AccessToken } from "#server-client/access-token.ts";
import { createFailureReporter, type ReportFailure } from "#server-client/report-failure.ts";
import type { ServerClient } from "#server-client/server-client.ts";
import type { Credentials, SessionActions } from "#server-client/session-context.tsx";
import type { ConfirmQuestion } from "#ui/dialogs/dialog-store.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

/** How long a start or a navigation waits for a slow network before it goes on with what is on the device. */
const PATIENCE_MS = 3_000;

/** A browser sends what is asked for in its order. */
const PRELOAD_AFTER_MS = 10;

const DAY_MS = 86_400_000;

interface SessionOptions {
  client: ServerClient;
  token: AccessToken;
  state: AppStateStore;
  keptCompany: KeptCompany;
  channel: SessionChannel;
  /** The local database is loaded when it is first needed: the login page does without. */
  loadLocalData: () => Promise<LocalData>;
  /** Deletes the pictures that are kept beside the databases, homeowners' photos among them. */
  forgetPictures: () => Promise<unknown>;
  /** Fetches the parts of the pages that most people work with; what does not arrive is asked for again by the navigation. */
  preloadPages: () => void;
  confirm: (question: ConfirmQuestion) => Promise<boolean>;
  showNotice: (notice: NewNotice) => void;
  navigate: (path: string) => void | Promise<void>;
  /** Runs the guards of the open page again. */
  checkGuards: () => Promise<void>;
  reportDefect: (error: unknown) => void;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Whether the device's data is somebody's in the company where they are. */
const isOwner = (
  user: SessionUser,
  { accountId, companyId }: Pick<LastKnownSession, "accountId" | "companyId">,
): boolean => user.id === accountId && user.companyId === companyId;

/** The server's answer to the question who is signed in. */
type SessionAnswer =
  | { readonly kind: "signedIn"; readonly user: SessionUser }
  | { readonly kind: "signedOut" | "unreachable" };

/**
 * Who works here, in which company, and how that begins and ends: start-up, login, choice of company, logout, and what
 * other tabs do (1.§4). Records live in local-data; this decides whose they are.
 */
export class AppSession implements SessionActions {
  readonly #options: SessionOptions;
  readonly reportFailure: ReportFailure;
  #localData: Promise<LocalData> | undefined;
  /** Whose databases are open in this tab, and whether the server had confirmed them. */
  #openedFor: { user: SessionUser; isConfirmed: boolean } | undefined;
  /** The user as the server last named them in this tab. */
  #confirmedUser: SessionUser | undefined;
  /** Set while the page shows the device's data and the server has not yet confirmed the session. */
  #confirming: Promise<void> | undefined;
  /** Counts logins, logouts and choices of a company: an answer asked for before one of them is stale. */
  #sessionNumber = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.reportFailure = createFailureReporter({
      showError: (message) => options.showNotice({ message, type: "error" }),
      refreshApp: () => this.expire(),
      navigate: options.navigate,
      reportDefect: options.reportDefect,
    });
    options.channel.listen((message) => this.#inBackground(this.#followOtherTab(message)));
  }

  get state(): AppState {
    return this.#options.state.getSnapshot();
  }

  /**
   * Finds out who is signed in, before anything is drawn. The owner of the device's data starts at once when the login cookie
   * is theirs; the server confirms the session beside it (decision 0054). Without an answer in time, the last person whom the
   * server confirmed within 30 days starts from the device.
   */
  async start(): Promise<void> {
    const { keptCompany } = this.#options;
    const companyId = keptCompany.readId();
    this.#change({ companyId, companyName: keptCompany.readName() });
    // Somebody worked here before: their data is fetched from the disk while the server is asked.
    if (companyId !== null) this.#inBackground(this.#loadLocalData());
    if (!this.state.isOnline) {
      await this.#startFromDevice();
      return;
    }

    const sessionNumber = this.#sessionNumber;
    let answer: SessionAnswer | undefined;
    const asking = this.#askServer().then((answered) => (answer = answered));
    const isExpected = (known: LastKnownSession): boolean =>
      keptCompany.readCookieAccountId() === known.accountId &&
      known.companyId === companyId &&
      (answer?.kind === "signedIn" ? isOwner(answer.user, known) : answer?.kind !== "signedOut");
    let isDrawn = keptCompany.readCookieAccountId() !== undefined && (await this.#tryToStartFromDevice(isExpected));
    const settling = asking.then(async (answered) => {
      if (sessionNumber !== this.#sessionNumber) return "signedOut";
      return isDrawn ? await this.#confirm(answered) : await this.#takeAnswer(answered);
    });
    if (!isDrawn) {
      const outcome = await waitAtMost({ work: settling, ms: PATIENCE_MS });
      if (outcome === "signedIn" || outcome === "signedOut") return;
      isDrawn = await this.#startFromDevice(() => answer === undefined || answer.kind === "unreachable");
      // Nobody to start with: the login page could not say anything true before the answer is there.
      if (!this.state.user) await settling;
    }
    this.#confirming = settling
      .then(() => undefined)
      .catch((error: unknown) => this.#reportUnexpected(error))
      .finally(() => (this.#confirming = undefined));
  }

  async logIn(credentials: Credentials): Promise<void> {
    const { client, token, channel, preloadPages } = this.#options;
    this.#sessionNumber += 1;
    this.#change({ unsentWork: [] });
    const replying = client.call("login", { body: credentials });
    // What comes after the login is fetched while the server looks at the password, and stands in line behind it.
    const preloading = setTimeout(() => {
      preloadPages();
      this.#loadLocalData().catch(() => undefined);
    }, PRELOAD_AFTER_MS);
    const reply = await replying
      .finally(() => clearTimeout(preloading))
      .catch(async (error: unknown) => {
        await this.#offerUnsentWork(error);
        throw error;
      });
    token.keep({ token: reply.token, accountId: reply.user.id });
    const user = await this.#enterKeptCompany(reply.user);
    await this.wipeLocalData();
    await this.#adopt(user);
    channel.post({ companyId: user.companyId });
    this.#inBackground(this.#download());
  }

  async logOut(): Promise<boolean> {
    const { client, confirm, channel, showNotice, navigate, token } = this.#options;
    const localData = await this.#loadLocalData();
    const count = await this.#countUnsent(localData);
    if (count > 0) {
      const isSure = await confirm({
        title: "Logout and lose unsent changes?",
        message: unsyncedWarning(count),
        confirmText: "Logout",
        kind: "warning",
      });
      if (!isSure) return false;
    }
    try {
      await client.call("logout", {});
    } catch (error) {
      await this.#explainFailedLogout(error);
      return false;
    }
    this.#sessionNumber += 1;
    token.reset();
    const isEmptied = await this.#emptyDevice(localData, { discardUnsent: count > 0 });
    this.#forget({ isCompanyKept: false });
    channel.post("left");
    if (isEmptied) showNotice({ message: LOGGED_OUT_MESSAGE, type: "success", autoClose: true });
    else showNotice({ message: NOT_EMPTIED_MESSAGE, type: "error" });
    await navigate("/");
    return true;
  }

  async chooseCompany(companyId: CompanyId | null): Promise<void> {
    const { client, channel } = this.#options;
    if (companyId === this.state.companyId && companyId === this.state.user?.companyId) return;
    this.#sessionNumber += 1;
    // The page stays in the former company until the server agrees: with another one it begins afresh.
    let { user } = await client.refresh({ companyId });
    // A renewal that was under way already still named the former company.
    if (user.companyId !== companyId) ({ user } = await client.refresh({ companyId }));
    await this.#adopt(user);
    channel.post({ companyId: user.companyId });
    this.#inBackground(this.#download());
  }

  /**
   * Brings the device up to date: who is signed in, if that is not certain, then what waits and what changed. The page
   * is left alone; failures show in the status.
   */
  async refresh(): Promise<void> {
    await this.#confirming;
    if (!this.state.user) return;
    if (this.#options.token.read() === undefined) {
      const sessionNumber = this.#sessionNumber;
      const answer = await this.#askServer();
      if (sessionNumber === this.#sessionNumber) await this.#confirm(answer, { isBackground: true });
    }
    await this.#download().catch((error: unknown) => this.#reportUnexpected(error));
  }

  /**
   * Before a navigation: data of more than three hours ago is refreshed first, as far as the network lets it (1.§2). Not while
   * the session is being confirmed: `refresh` follows that.
   */
  async refreshIfStale(): Promise<void> {
    if (this.#confirming || !this.#localData || !isCompanyUser(this.state.user)) return;
    const localData = await this.#localData;
    await waitAtMost({ work: localData.sync.refreshIfStale(), ms: PATIENCE_MS });
  }

  /** The opened databases of whoever works here; undefined where there are none: signed out, or in no company. */
  async openLocalData(): Promise<LocalData | undefined> {
    const { user } = this.state;
    if (!isCompanyUser(user) || user.companyId === null) return undefined;
    const localData = await this.#loadLocalData();
    const isConfirmed = this.#confirmedUser === user && this.#options.token.accountId === user.id;
    if (this.#openedFor?.user === user && this.#openedFor.isConfirmed === isConfirmed) return localData;
    // Only a session that the server has confirmed takes the device over: another tab may have made it the next person's.
    if (isConfirmed) await localData.session.open({ accountId: user.id, companyId: user.companyId, user });
    else if (!(await localData.session.resume((known) => isOwner(user, known)))) throw new Problem("sessionExpired");
    await this.#readSettings(localData);
    this.#openedFor = { user, isConfirmed };
    return localData;
  }

  /**
   * Saves what waits here for somebody who cannot sign in. The device's data is opened as theirs, as for an offline start, and closed again;
   * what was held aside for them comes back first, so that it keeps the keys that stand in the file.
   */
  async saveUnsentWork({ accountId, companyId }: UnsentWork, passphrase: string): Promise<SavedRescue> {
    const localData = await this.#loadLocalData();
    this.#openedFor = undefined;
    await localData.session.open({ accountId, companyId });
    try {
      return await localData.rescue.save(passphrase);
    } finally {
      localData.session.close();
    }
  }

  /** The person has saved it, or does not want to now: it stays here, and is offered again after their next right password. */
  leaveUnsentWork(left: UnsentWork): void {
    this.#change({ unsentWork: this.state.unsentWork.filter((work) => work !== left) });
  }

  async wipeLocalData(): Promise<void> {
    const localData = await this.#loadLocalData();
    this.#openedFor = undefined;
    await localData.session.wipe();
  }

  adoptPerson(person: User): void {
    if (person.id === this.state.user?.id) this.#change({ person });
  }

  /** The session is over, the work on the device stays: whoever signs in next finds only their own. */
  async expire(): Promise<void> {
    this.#sessionNumber += 1;
    this.#options.token.reset();
    this.#forget({ isCompanyKept: true });
    await Promise.resolve();
  }

  async #download(): Promise<void> {
    await this.#loadCompanyName();
    const localData = await this.openLocalData();
    await localData?.sync.run();
  }

  /** For work that nobody waits for. What it cannot do is told by the status; what it should not do is a defect. */
  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#reportUnexpected(error));
  }

  #reportUnexpected(error: unknown): void {
    if (!(error instanceof Problem)) this.#options.reportDefect(error);
  }

  #change(changes: Partial<AppState>): void {
    this.#options.state.change(changes);
  }

  /** Renews the session. Never rejects. */
  async #askServer(): Promise<SessionAnswer> {
    try {
      return { kind: "signedIn", user: await this.#renewSession() };
    } catch (error) {
      return this.#answerOfFailure(error);
    }
  }

  /** As `askServer`; a renewal that was under way already still named the former company. */
  async #askServerAbout(companyId: CompanyId | null): Promise<SessionAnswer> {
    const answer = await this.#askServer();
    return answer.kind === "signedIn" && answer.user.companyId !== companyId ? await this.#askServer() : answer;
  }

  #answerOfFailure(error: unknown): SessionAnswer {
    this.#reportUnexpected(error);
    const isRefused = error instanceof Problem && (error.status === 401 || error.status === 403);
    return { kind: isRefused ? "signedOut" : "unreachable" };
  }

  /** Signs in the user whom the server named, or nobody. Resolves to what came of it; never rejects. */
  async #takeAnswer(answer: SessionAnswer, { isBackground = false } = {}): Promise<SessionAnswer["kind"]> {
    let { kind } = answer;
    if (answer.kind === "signedIn")
      try {
        await this.#adopt(answer.user);
      } catch (error) {
        ({ kind } = this.#answerOfFailure(error));
      }
    // In the background the page is left alone: the status says "Sign in to send".
    if (kind === "signedOut" && !isBackground) this.#forget({ isCompanyKept: true });
    return kind;
  }

  /** Takes the server's answer while pages of the device's owner are open. */
  async #confirm(answer: SessionAnswer, options?: { isBackground: boolean }): Promise<SessionAnswer["kind"]> {
    const shown = this.state.user;
    const isSameOwner =
      answer.kind !== "signedIn" || (shown?.id === answer.user.id && shown.companyId === answer.user.companyId);
    if (!isSameOwner) {
      // The cookie is another account's, or the company is closed to this one: nothing more is read for the former owner.
      (await this.#loadLocalData()).session.close();
      this.#forget({ isCompanyKept: true });
    }
    const kind = await this.#takeAnswer(answer, options);
    if (!isSameOwner) await this.#options.navigate("/");
    // Signed out, or with another role: the open page may be closed to them now.
    else if (this.state.user !== shown) await this.#options.checkGuards();
    return kind;
  }

  /**
   * A kept company that the person may no longer enter is dropped, instead of keeping them out altogether. A company that
   * deactivated them answers 401, as for a session that is over; of a session that has just begun it can only be that.
   */
  async #renewSession({ isJustBegun = false } = {}): Promise<SessionUser> {
    const { client, keptCompany } = this.#options;
    const companyRefusals = isJustBegun ? [400, 401, 403] : [400, 403];
    try {
      return (await client.refresh()).user;
    } catch (error) {
      const isAboutCompany = error instanceof Problem && companyRefusals.includes(error.status);
      if (!isAboutCompany || this.state.companyId === null) throw error;
      keptCompany.keep({ id: null, name: undefined });
      this.#change({ companyId: null, companyName: undefined });
      return (await client.refresh()).user;
    }
  }

  /** After a login the person goes on in this device's company, where their work is, even if they used another elsewhere since. */
  async #enterKeptCompany(user: SessionUser): Promise<SessionUser> {
    const { companyId } = this.state;
    if (companyId === null || companyId === user.companyId) return user;
    return this.#renewSession({ isJustBegun: true });
  }

  /** After the right password of somebody who may not sign in: an admin of their company can send what waits here. */
  async #offerUnsentWork(refusal: unknown): Promise<void> {
    const userIds = refusal instanceof Problem ? refusal.details.userIds : undefined;
    if (!userIds) return;
    try {
      this.#change({ unsentWork: await (await this.#loadLocalData()).session.listUnsent(userIds) });
    } catch (error) {
      // The person reads why they cannot sign in, also where the device cannot be read.
      this.#reportUnexpected(error);
    }
  }

  /** Takes over a person whom the server confirmed, and whose data the device holds from now on. */
  async #adopt(user: SessionUser): Promise<void> {
    const { keptCompany, client } = this.#options;
    const isSameCompany = this.state.companyId === user.companyId;
    const companyName = isSameCompany ? this.state.companyName : undefined;
    keptCompany.keep({ id: user.companyId, name: companyName });
    const shown = this.state.user;
    // The same object while nothing changed: what depends on it is not drawn again.
    this.#confirmedUser = shown && isSameValue(shown, user) ? shown : user;
    this.#change({
      user: this.#confirmedUser,
      companyId: user.companyId,
      companyName,
      ...(this.state.person?.id !== user.id && { person: undefined }),
      ...(!isSameCompany && { settings: undefined }),
    });
    const [person] = await Promise.all([
      client.call("getSelf", {}).catch((error: unknown) => this.#withoutPerson(error)),
      homePath(user) === "/estimator" ? this.openLocalData() : undefined,
    ]);
    if (person && this.state.user?.id === person.id && !isSameValue(person, this.state.person))
      this.#change({ person });
  }

  /** Everything works without the person's name, so a failed call for it is no reason to stop. */
  #withoutPerson(error: unknown): User | undefined {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  }

  /** A device that cannot be read must not keep anyone from the server's answer. */
  async #tryToStartFromDevice(isExpected: (known: LastKnownSession) => boolean): Promise<boolean> {
    try {
      return await this.#startFromDevice(isExpected);
    } catch (error) {
      this.#reportUnexpected(error);
      return false;
    }
  }

  /** Signs in the owner of the device's data without the server, and resolves to whether that was possible. */
  async #startFromDevice(isExpected: (known: LastKnownSession) => boolean = () => true): Promise<boolean> {
    const sessionNumber = this.#sessionNumber;
    const localData = await this.#loadLocalData();
    const known = await localData.session.resume((owner) => {
      const isRecent = this.#options.now() - owner.confirmedTime <= OFFLINE_START_DAYS * DAY_MS;
      return owner.user !== null && isRecent && isExpected(owner);
    });
    if (!known?.user) return false;
    const { user } = known;
    const [settings, person] = await Promise.all([localData.settings.read(), localData.users.find(user.id)]);
    // The server or another tab may have answered in the meantime.
    if (sessionNumber !== this.#sessionNumber || this.state.user || !isExpected(known)) return false;
    this.#openedFor = { user, isConfirmed: false };
    this.#change({ user, companyId: user.companyId, settings, person });
    return true;
  }

  /** Without an answer it is the owner of what is on the device who works here: another tab made it theirs. */
  async #goByDevice(): Promise<void> {
    const localData = await this.#loadLocalData();
    // A device that cannot be read says nothing for the person who is shown.
    const known = await localData.session.lastKnown().catch((error: unknown) => {
      this.#reportUnexpected(error);
      return undefined;
    });
    const { user, companyId } = this.state;
    // The answer has come meanwhile.
    if (user && this.#options.token.accountId === user.id) return;
    if (user && known && isOwner(user, known) && user.companyId === companyId) return;
    this.#forget({ isCompanyKept: true });
    await this.#startFromDevice();
  }

  async #loadCompanyName(): Promise<void> {
    const { companyId } = this.state;
    if (companyId === null) return;
    try {
      const { name } = await this.#options.client.call("getCompany", { params: { id: String(companyId) } });
      if (this.state.companyId !== companyId) return;
      this.#options.keptCompany.keep({ id: companyId, name });
      this.#change({ companyName: name });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  #loadLocalData(): Promise<LocalData> {
    this.#localData ??= this.#options.loadLocalData().then(
      (localData) => {
        this.#change({ localData, sync: localData.status.getSnapshot() });
        localData.status.subscribe(() => this.#change({ sync: localData.status.getSnapshot() }));
        localData.subscribe((storeName) => {
          if (storeName === "settings") this.#inBackground(this.#readSettings(localData));
        });
        localData.start();
        return localData;
      },
      (error: unknown) => {
        // A chunk that did not arrive can arrive the next time.
        this.#localData = undefined;
        throw error;
      },
    );
    return this.#localData;
  }

  /** Settings follow the device's copy, which sync keeps up to date. */
  async #readSettings(localData: LocalData): Promise<void> {
    const settings = await localData.settings.read();
    if (isCompanyUser(this.state.user) && !isSameValue(settings, this.state.settings)) this.#change({ settings });
  }

  #forget({ isCompanyKept }: { isCompanyKept: boolean }): void {
    this.#openedFor = undefined;
    this.#confirmedUser = undefined;
    if (!isCompanyKept) this.#options.keptCompany.keep({ id: null, name: undefined });
    this.#change({
      user: undefined,
      person: undefined,
      settings: undefined,
      ...(!isCompanyKept && { companyId: null, companyName: undefined }),
    });
  }

  /** What the person would lose. The status knows only of databases that this tab has opened. */
  async #countUnsent(localData: LocalData): Promise<number> {
    const { user, sync } = this.state;
    const noted = sync?.unsyncedCount ?? 0;
    if (!user) return noted;
    // Unable to count is not the same as nothing to count.
    return await localData.session.countUnsent(user.id).catch((error: unknown) => {
      this.#reportUnexpected(error);
      return noted;
    });
  }

  /** After the server's logout there is no way back: each thing goes that can, and the person is told when not all could. */
  async #emptyDevice(localData: LocalData, options: { discardUnsent: boolean }): Promise<boolean> {
    const steps = await Promise.allSettled([localData.session.leave(options), this.#options.forgetPictures()]);
    const failures = steps.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    for (const { reason } of failures) this.#reportUnexpected(reason);
    return failures.length === 0;
  }

  async #explainFailedLogout(error: unknown): Promise<void> {
    const isOffline = error instanceof Problem && [502, 503, 504].includes(error.status);
    if (!isOffline) return this.reportFailure(error);
    this.#options.showNotice({
      message: "You are still logged in: without the server a logout would not hold. Everything is kept.",
      type: "error",
    });
  }

  /** No tab shows data of somebody who left, or of a company that was left. */
  async #followOtherTab(message: SessionMessage): Promise<void> {
    const { token, keptCompany, navigate } = this.#options;
    const sessionNumber = (this.#sessionNumber += 1);
    token.reset();
    this.#openedFor = undefined;
    // The device may be somebody else's now.
    this.#change({ unsentWork: [] });
    if (message === "left") {
      this.#forget({ isCompanyKept: false });
    } else {
      const before = this.state;
      const { companyId: chosen } = message;
      this.#change({
        companyId: chosen,
        companyName: keptCompany.readId() === chosen ? keptCompany.readName() : undefined,
      });
      const isCurrent = (): boolean => sessionNumber === this.#sessionNumber;
      // An answer that comes after the next change is about a company that was left.
      const signingIn = this.#askServerAbout(chosen).then((answer) =>
        isCurrent() ? this.#takeAnswer(answer) : "late",
      );
      const outcome = await waitAtMost({ work: signingIn, ms: PATIENCE_MS });
      if (!isCurrent()) return;
      if (outcome === "unreachable" || outcome === "late") await this.#goByDevice();
      // Nobody to go by: the login page could not say anything true before the answer is there.
      if (!this.state.user) await signingIn;
      if (!isCurrent()) return;
      const { user, companyId } = this.state;
      const isSamePerson = user && user.id === before.user?.id && user.companyId === before.user.companyId;
      // Another message may have changed the company of the state already: the person still names that of the page.
      if (isSamePerson && companyId === before.companyId) return;
    }
    await navigate("/");
  }
}
