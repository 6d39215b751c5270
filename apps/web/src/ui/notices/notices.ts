import { NoticeStore } from "#ui/notices/notice-store.ts";

/** The app's one stack of notices. */
export const notices = new NoticeStore();
