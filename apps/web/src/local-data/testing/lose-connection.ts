/** The parts of fake-indexeddb by which a connection is steered. */
interface FakeConnection {
  readonly _rawDatabase: { connections: unknown[]; transactions: FakeTransaction[] };
  _closePending: boolean;
  _closed: boolean;
}

interface FakeTransaction {
  readonly db: unknown;
  readonly mode: IDBTransactionMode;
  readonly _state: string;
  error: DOMException | null;
  _abort(errorName: string): void;
  dispatchEvent(event: { type: string }): boolean;
}

/** Aborts the transactions of a connection and closes it, as browsers do when the process behind it dies. */
export function loseConnection(connection: IDBDatabase): void {
  const fake = connection as unknown as FakeConnection;
  for (const transaction of fake._rawDatabase.transactions)
    if (transaction.db === connection && transaction._state !== "finished") transaction._abort("AbortError");
  fake._closePending = true;
  fake._closed = true;
  fake._rawDatabase.connections = fake._rawDatabase.connections.filter((other) => other !== connection);
  connection.onclose?.(new Event("close"));
}

/** Lets a transaction commit, and loses the connection before the page learns of it: the page gets an abort. */
export function loseConnectionAfterCommit(transaction: IDBTransaction): void {
  const fake = transaction as unknown as FakeTransaction;
  const dispatch = fake.dispatchEvent.bind(fake);
  fake.dispatchEvent = (event) => {
    if (event.type !== "complete") return dispatch(event);
    fake.error = new DOMException("Connection to Indexed Database server lost.", "UnknownError");
    event.type = "abort";
    const isDispatched = dispatch(event);
    loseConnection(transaction.db);
    return isDispatched;
  };
}

/**
 * Loses the connection after the commit of its next write. Hooks into the database, because Dexie keeps `connection.transaction` as it was
 * at opening.
 */
export function loseConnectionAtNextCommit(connection: IDBDatabase): void {
  const { transactions } = (connection as unknown as FakeConnection)._rawDatabase;
  transactions.push = (...begun) => {
    for (const transaction of begun) {
      if (transaction.db !== connection || transaction.mode !== "readwrite") continue;
      transactions.push = Array.prototype.push;
      loseConnectionAfterCommit(transaction as unknown as IDBTransaction);
    }
    return Array.prototype.push.apply(transactions, begun);
  };
}
