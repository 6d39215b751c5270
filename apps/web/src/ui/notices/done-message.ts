/** Says that something is done, or that it is saved on this device only so far. */
export const doneMessage = (done: string, { isSent }: { isSent: boolean }): string =>
  isSent ? done : `${done} on this device. It is sent as soon as the server can be reached.`;
