// One tournament, so that the examples of the documentation tell one story.
export const GAME = "0197d9a0-0f3b-7d11-8a3e-5b6c7d8e9f01";
export const TOURNAMENT = "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11";
export const ENTRY = "0197d9b1-22aa-7b0c-8c4d-1e2f3a4b5c6d";
export const GAMER = "0197d9b1-22a4-7f3e-9b8a-0c1d2e3f4a5b";
export const TRANSFER = "5f6b1f0e-6b1c-5c1b-9d0e-3a2b1c0d9e8f";
