/** Everything that a bench has started and must not leave behind: processes, databases, folders. Released in reverse order, each even if another fails. */
export class HeldResources {
  /** @type {(() => unknown)[]} */
  #releases = [];
  /** @type {Promise<void> | undefined} */
  #releasing;

  /**
   * @param {() => unknown} release called once, at the end; may return a promise
   */
  hold(release) {
    this.#releases.push(release);
  }

  /** A caller during the release waits for the same end: a signal must not cut it short. */
  async releaseAll() {
    this.#releasing ??= this.#releaseEach();
    await this.#releasing;
    this.#releasing = undefined;
  }

  async #releaseEach() {
    for (let release = this.#releases.pop(); release; release = this.#releases.pop()) {
      try {
        await release();
      } catch (error) {
        console.error(error);
        process.exitCode = 1;
      }
    }
  }
}
