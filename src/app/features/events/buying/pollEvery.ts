// How often an open form asks what is left. A sale is to be seen by all within five seconds.
export const pollEveryMs = 4_000
