/** Says that something is done, and where nobody but this device knows of it yet. */
export const doneMessage = (done: string, { isSent }: { isSent: boolean }): string =>
  isSent ? done : `${done} on this device. It is sent as soon as the server can be reached.`;
