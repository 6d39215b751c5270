/** Id of the page's `<main>`; the account pages outside the frame have it as well. */
export const CONTENT_ID = "content";
