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

/** How long a start or a navigation waits for a slow network before it continues with the device's data. */
const PATIENCE_MS = 3_000;

/** Browsers send requests in order, so the preloads wait until the login call is on its way. */
const PRELOAD_AFTER_MS = 10;

const DAY_MS = 86_400_000;

interface SessionOptions {
  client: ServerClient;
  token: AccessToken;
  state: AppStateStore;
  keptCompany: KeptCompany;
  channel: SessionChannel;
  /** Loads the local database, when it is first needed: the login page works without it. */
  loadLocalData: () => Promise<LocalData>;
  /** Deletes the pictures that are stored beside the databases, such as homeowners' photos. */
  forgetPictures: () => Promise<unknown>;
  /** Fetches the chunks of the pages that most people work with. A navigation fetches again what did not arrive. */
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

/** Whether the device's data belongs to this user in their current company. */
const isOwner = (
  user: SessionUser,
  { accountId, companyId }: Pick<LastKnownSession, "accountId" | "companyId">,
): boolean => user.id === accountId && user.companyId === companyId;

/** The server's answer to a session renewal. */
type SessionAnswer =
  | { readonly kind: "signedIn"; readonly user: SessionUser }
  | { readonly kind: "signedOut" | "unreachable" };

/**
 * The signed-in user and company of this device, from start-up and login to logout, also when another tab changes them (1.§4).
 * `local-data` stores the records; the session decides whose databases are open.
 *
 * `state.companyId` is the company that is chosen on this device; `state.user.companyId` is the one that the page was drawn for. They differ
 * until the server has answered a change of company. The user object is compared by identity: `#confirmedUser === state.user` means that
 * the server has confirmed the user on the page, so never copy it.
 */
export class AppSession implements SessionActions {
  readonly #options: SessionOptions;
  readonly reportFailure: ReportFailure;
  #localData: Promise<LocalData> | undefined;
  /** The user whose databases are open in this tab, and whether the server had confirmed the session. */
  #openedFor: { user: SessionUser; isConfirmed: boolean } | undefined;
  /** The user as the server last named them in this tab. */
  #confirmedUser: SessionUser | undefined;
  /** Set while the page shows the device's data and the server has not yet confirmed the session. */
  #confirming: Promise<void> | undefined;
  /**
   * Raised by each login, logout, expiry and change of company, in any tab. An answer of the server to a question that was asked under a
   * lower number is stale: compare after every await and drop it.
   */
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
   * Finds out who is signed in, before anything is drawn. If the login cookie belongs to the owner of the device's data, the app
   * starts for them at once while the server confirms the session (decision 0054). If the server does not answer in time, it starts for
   * the user whom the server last confirmed, if that was within 30 days.
   */
  async start(): Promise<void> {
    const { keptCompany } = this.#options;
    const companyId = keptCompany.readId();
    this.#change({ companyId, companyName: keptCompany.readName() });
    // This device was used before: load its data while the server answers.
    if (companyId !== null) this.#inBackground(this.#loadLocalData());
    if (!this.state.isOnline) {
      await this.#startFromDevice();
      return;
    }

    const sessionNumber = this.#sessionNumber;
    let answer: SessionAnswer | undefined;
    const asking = this.#askServer().then((answered) => (answer = answered));
    /** Whether the app may start for the owner of the device's data, as far as the cookie and the server have said. */
    const isExpected = (known: LastKnownSession): boolean => {
      if (keptCompany.readCookieAccountId() !== known.accountId || known.companyId !== companyId) return false;
      if (answer?.kind === "signedIn") return isOwner(answer.user, known);
      return answer?.kind !== "signedOut";
    };
    let isDrawn = keptCompany.readCookieAccountId() !== undefined && (await this.#tryToStartFromDevice(isExpected));
    const settling = asking.then(async (answered) => {
      if (sessionNumber !== this.#sessionNumber) return "late";
      // Whether pages of the device's owner are open when the answer comes.
      return isDrawn ? await this.#confirm(answered) : await this.#applyAnswer(answered);
    });
    if (!isDrawn) {
      const outcome = await waitAtMost({ work: settling, ms: PATIENCE_MS });
      if (outcome === "signedIn" || outcome === "signedOut" || outcome === "late") return;
      isDrawn = await this.#startFromDevice(() => answer === undefined || answer.kind === "unreachable");
      // Without a user from the device there is nothing to show, so wait for the server as long as it takes.
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
    // Preloads while the server checks the password.
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
    // Unsent changes stay on the device as held work of their owner.
    await this.wipeLocalData();
    await this.#signIn(user);
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
    // The page keeps the former company until the server agrees.
    let { user } = await client.refresh({ companyId });
    // `client.refresh` joins a renewal under way, which may have been for the former company: then ask again.
    if (user.companyId !== companyId) ({ user } = await client.refresh({ companyId }));
    await this.#signIn(user);
    channel.post({ companyId: user.companyId });
    this.#inBackground(this.#download());
  }

  /**
   * Confirms the session, if the server has not yet, then sends and receives changes. Leaves the page alone: failures show in the
   * sync status.
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
   * Before a navigation: refreshes data older than three hours, and waits three seconds at most (1.§2). Does nothing while the session is
   * being confirmed: the data is refreshed after that anyway.
   */
  async refreshIfStale(): Promise<void> {
    if (this.#confirming || !this.#localData || !isCompanyUser(this.state.user)) return;
    const localData = await this.#localData;
    await waitAtMost({ work: localData.sync.refreshIfStale(), ms: PATIENCE_MS });
  }

  /** Opens the databases of the signed-in user. Undefined if no user is signed in, or the user is in no company. */
  async openLocalData(): Promise<LocalData | undefined> {
    const { user } = this.state;
    if (!isCompanyUser(user) || user.companyId === null) return undefined;
    const localData = await this.#loadLocalData();
    const isConfirmed = this.#confirmedUser === user && this.#options.token.accountId === user.id;
    if (this.#openedFor?.user === user && this.#openedFor.isConfirmed === isConfirmed) return localData;
    // Only a confirmed session may take over the device: another tab may have signed in another user.
    if (isConfirmed) await localData.session.open({ accountId: user.id, companyId: user.companyId, user });
    else if (!(await localData.session.resume((known) => isOwner(user, known)))) throw new Problem("sessionExpired");
    await this.#readSettings(localData);
    this.#openedFor = { user, isConfirmed };
    return localData;
  }

  /**
   * Saves the unsent work of a user who cannot sign in to a rescue file. Opens the device's data as theirs, as an offline start does, and
   * closes it again. Opening first turns held work back into changes, so that they have the same idempotency keys here as in the file.
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

  /** Stops offering unsent work that the user has saved or dismissed. It stays here and is offered again after their next right password. */
  dismissUnsentWork(dismissed: UnsentWork): void {
    this.#change({ unsentWork: this.state.unsentWork.filter((work) => work !== dismissed) });
  }

  async wipeLocalData(): Promise<void> {
    const localData = await this.#loadLocalData();
    this.#openedFor = undefined;
    await localData.session.wipe();
  }

  updateProfile(profile: User): void {
    if (profile.id === this.state.user?.id) this.#change({ profile });
  }

  /** Ends the session and keeps the work on the device; the next user to sign in sees only their own. */
  expire(): Promise<void> {
    this.#sessionNumber += 1;
    this.#options.token.reset();
    this.#forget({ isCompanyKept: true });
    return Promise.resolve();
  }

  async #download(): Promise<void> {
    await this.#loadCompanyName();
    const localData = await this.openLocalData();
    await localData?.sync.run();
  }

  /** Runs background work. The sync status shows expected failures; any other error is reported as a defect. */
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

  /** Like `#askServer`, for a given company: asks again if it joined a renewal under way that was for the former one. */
  async #askServerAbout(companyId: CompanyId | null): Promise<SessionAnswer> {
    const answer = await this.#askServer();
    return answer.kind === "signedIn" && answer.user.companyId !== companyId ? await this.#askServer() : answer;
  }

  #answerOfFailure(error: unknown): SessionAnswer {
    this.#reportUnexpected(error);
    const isRefused = error instanceof Problem && (error.status === 401 || error.status === 403);
    return { kind: isRefused ? "signedOut" : "unreachable" };
  }

  /** Signs in the user of the server's answer, or signs out. Resolves to the outcome; never rejects. */
  async #applyAnswer(answer: SessionAnswer, { isBackground = false } = {}): Promise<SessionAnswer["kind"]> {
    let { kind } = answer;
    if (answer.kind === "signedIn")
      try {
        await this.#signIn(answer.user);
      } catch (error) {
        ({ kind } = this.#answerOfFailure(error));
      }
    // In the background the page stays as it is: the status says "Sign in to send".
    if (kind === "signedOut" && !isBackground) this.#forget({ isCompanyKept: true });
    return kind;
  }

  /** Applies the server's answer while pages of the device's owner are open. */
  async #confirm(answer: SessionAnswer, options?: { isBackground: boolean }): Promise<SessionAnswer["kind"]> {
    const shown = this.state.user;
    const isOtherOwner =
      answer.kind === "signedIn" && (shown?.id !== answer.user.id || shown.companyId !== answer.user.companyId);
    if (isOtherOwner) {
      // The cookie is another account's, or the account may not enter the company: stop reading the former owner's data.
      (await this.#loadLocalData()).session.close();
      this.#forget({ isCompanyKept: true });
    }
    const kind = await this.#applyAnswer(answer, options);
    if (isOtherOwner) await this.#options.navigate("/");
    // Signed out, or the role changed: the open page may not be allowed any more.
    else if (this.state.user !== shown) await this.#options.checkGuards();
    return kind;
  }

  /**
   * Renews the session, and drops the remembered company if the user may not enter it any more, instead of locking them out: 400 is a
   * company id that is not valid, 403 a foreign company. 401 is an ended session or a company that deactivated the user; directly after a
   * login it can only be the company.
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

  /** After a login, returns to this device's company, where the user's work is, even if they last used another one elsewhere. */
  async #enterKeptCompany(user: SessionUser): Promise<SessionUser> {
    const { companyId } = this.state;
    if (companyId === null || companyId === user.companyId) return user;
    return this.#renewSession({ isJustBegun: true });
  }

  /** Offers to save the unsent work of a user whose password was right but who may not sign in; an admin can send it. */
  async #offerUnsentWork(refusal: unknown): Promise<void> {
    const userIds = refusal instanceof Problem ? refusal.details.userIds : undefined;
    if (!userIds) return;
    try {
      this.#change({ unsentWork: await (await this.#loadLocalData()).session.listUnsent(userIds) });
    } catch (error) {
      // The user must see why they cannot sign in, even if the device cannot be read.
      this.#reportUnexpected(error);
    }
  }

  /** Signs in a user whom the server confirmed, and opens the device's databases for them. */
  async #signIn(user: SessionUser): Promise<void> {
    const { keptCompany, client } = this.#options;
    const isSameCompany = this.state.companyId === user.companyId;
    const companyName = isSameCompany ? this.state.companyName : undefined;
    keptCompany.keep({ id: user.companyId, name: companyName });
    const shown = this.state.user;
    // Keep the same object if nothing changed, so that nothing is rendered again and no database is opened again.
    this.#confirmedUser = shown && isSameValue(shown, user) ? shown : user;
    this.#change({
      user: this.#confirmedUser,
      companyId: user.companyId,
      companyName,
      ...(this.state.profile?.id !== user.id && { profile: undefined }),
      ...(!isSameCompany && { settings: undefined }),
    });
    const [profile] = await Promise.all([
      client.call("getSelf", {}).catch((error: unknown) => this.#withoutProfile(error)),
      isCompanyUser(user) ? this.openLocalData() : undefined,
    ]);
    if (profile && this.state.user?.id === profile.id && !isSameValue(profile, this.state.profile))
      this.#change({ profile });
  }

  /** Everything works without the user's name, so the app goes on if the call for it fails. */
  #withoutProfile(error: unknown): User | undefined {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  }

  /** An unreadable device must not block the server's answer. */
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
    const [settings, profile] = await Promise.all([localData.settings.read(), localData.users.find(user.id)]);
    // The server or another tab may have answered in the meantime.
    if (sessionNumber !== this.#sessionNumber || this.state.user || !isExpected(known)) return false;
    this.#openedFor = { user, isConfirmed: false };
    this.#change({ user, companyId: user.companyId, settings, profile });
    return true;
  }

  /** Without the server's answer, switches to the owner of the device's data, whom another tab has signed in. */
  async #followDevice(): Promise<void> {
    const localData = await this.#loadLocalData();
    // An unreadable device does not confirm the user who is shown.
    const known = await localData.session.lastKnown().catch((error: unknown) => {
      this.#reportUnexpected(error);
      return undefined;
    });
    const { user, companyId } = this.state;
    // The token is this user's, so the server has answered in the meantime.
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
        // Allow a retry: a chunk that failed to load may load the next time.
        this.#localData = undefined;
        throw error;
      },
    );
    return this.#localData;
  }

  /** Reads the settings from the device, where sync keeps them up to date. */
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
      profile: undefined,
      settings: undefined,
      ...(!isCompanyKept && { companyId: null, companyName: undefined }),
    });
  }

  /** Counts the unsent changes that a logout would lose. Not from the sync status, which knows only databases that this tab has opened. */
  async #countUnsent(localData: LocalData): Promise<number> {
    const { user, sync } = this.state;
    const known = sync?.unsyncedCount ?? 0;
    if (!user) return known;
    // Unable to count is not the same as nothing to count.
    return await localData.session.countUnsent(user.id).catch((error: unknown) => {
      this.#reportUnexpected(error);
      return known;
    });
  }

  /** Deletes as much of the device's data as possible, because the server has already logged out. Resolves to whether all was deleted. */
  async #emptyDevice(localData: LocalData, options: { discardUnsent: boolean }): Promise<boolean> {
    const steps = await Promise.allSettled([localData.session.leave(options), this.#options.forgetPictures()]);
    const failures = steps.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    for (const { reason } of failures) this.#reportUnexpected(reason);
    return failures.length === 0;
  }

  async #explainFailedLogout(error: unknown): Promise<void> {
    // A proxy answers with these; a call without a connection gets 503 as well.
    const isServerUnreachable = error instanceof Problem && [502, 503, 504].includes(error.status);
    if (!isServerUnreachable) return this.reportFailure(error);
    this.#options.showNotice({
      message: "You are still logged in: without the server a logout would not hold. Everything is kept.",
      type: "error",
    });
  }

  /** Follows a logout, a login or a change of company in another tab. */
  async #followOtherTab(message: SessionMessage): Promise<void> {
    const { token, keptCompany, navigate } = this.#options;
    const sessionNumber = (this.#sessionNumber += 1);
    token.reset();
    this.#openedFor = undefined;
    // The device may belong to another user now.
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
      // An answer that arrives after the next change is stale.
      const signingIn = this.#askServerAbout(chosen).then((answer) =>
        isCurrent() ? this.#applyAnswer(answer) : "late",
      );
      const outcome = await waitAtMost({ work: signingIn, ms: PATIENCE_MS });
      if (!isCurrent()) return;
      if (outcome === "unreachable" || outcome === "late") await this.#followDevice();
      // Without a user from the device there is nothing to show, so wait for the server as long as it takes.
      if (!this.state.user) await signingIn;
      if (!isCurrent()) return;
      const { user, companyId } = this.state;
      const isSamePerson = user && user.id === before.user?.id && user.companyId === before.user.companyId;
      // If another message has changed the chosen company already, the page is still of the former one and starts over.
      if (isSamePerson && companyId === before.companyId) return;
    }
    await navigate("/");
  }
}
