import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { readMail, type ReadMail } from "./read-mail.ts";

/** A received mail, with the account that submitted it. */
interface ReceivedMail extends ReadMail {
  readonly sentAs: string | undefined;
}

export interface TestSmtpServer {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Refuses the next mails temporarily, as a busy server does, until called with false. */
  refuse(isRefusing: boolean): void;
  /** Refuses mail to one address: temporarily with 451, for good with 550, no longer with undefined. */
  refuseAddress(address: string, code: 451 | 550 | undefined): void;
  close(): Promise<void>;
}

/** A mail server on this machine that keeps what it is sent. With `login`, it takes mail from that account only. */
export async function startSmtpServer({
  login,
}: { login?: { user: string; password: string } } = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  let isRefusing = false;
  const refusedAddresses = new Map<string, 451 | 550>();
  const server = new SMTPServer({
    authOptional: !login,
    // Its certificate is a stand-in too, so encryption is neither offered nor needed.
    disabledCommands: login ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.password;
      done(isRight ? null : new Error("Wrong user or password."), isRight ? { user: username } : undefined);
    },
    onMailFrom(_address, _session, done) {
      done(isRefusing ? new Error("Try again later.") : null);
    },
    onRcptTo({ address }, _session, done) {
      const code = refusedAddresses.get(address);
      if (code === undefined) done();
      else
        done(Object.assign(new Error(code === 550 ? "No such mailbox." : "Try again later."), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void readMail(Buffer.concat(chunks)).then((mail) => {
          mails.push({ ...mail, sentAs: session.user as string | undefined });
          done(null);
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { address: host, port } = server.server.address() as AddressInfo;
  return {
    host,
    port,
    url: `smtp://${host}:${String(port)}`,
    mails,
    refuse: (now) => {
      isRefusing = now;
    },
    refuseAddress: (address, code) => {
      if (code === undefined) refusedAddresses.delete(address);
      else refusedAddresses.set(address, code);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}
