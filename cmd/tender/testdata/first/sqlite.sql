BEGIN TRANSACTION;
CREATE TABLE accounts (
    id            TEXT    PRIMARY KEY,
    name          TEXT    NOT NULL,
    name_key      TEXT    NOT NULL UNIQUE,
    email         TEXT    NOT NULL,
    email_key     TEXT    NOT NULL UNIQUE,
    password_hash TEXT    NOT NULL,
    created_at    INTEGER NOT NULL
) STRICT;
INSERT INTO "accounts" VALUES('pvmnvodk4pqxhvcbjpjwtuhzq4','Ada','ada','ada@example.org','ada@example.org','$argon2id$v=19$m=19456,t=2,p=1$8qzIrzJT5aSrtuh5gwCytw$ddSp0UaOARzacUI+U44MkQ+EbMQZM/sMsVO4g/Cv064',1796043610002);
INSERT INTO "accounts" VALUES('q4cwj2pikplnvhllcb4ng2x4lu','Ben','ben','ben@example.org','ben@example.org','$argon2id$v=19$m=19456,t=2,p=1$OoOgLCWWYXzOYRL0xFR3/Q$J0PoT4CC7572SUYA5QMBDbFu0F/dGlKq8Hy4aqK6O+I',1796043610411);
INSERT INTO "accounts" VALUES('4iq5gdyxyso6xvsbxoclddizyi','Cem','cern','cem@example.org','cem@example.org','$argon2id$v=19$m=19456,t=2,p=1$lliyhhL4+5zeDPb+enfxkA$pBx49cqamIDeZuDc8/mvNMDdLMqsCWrPC7y84bW5NA8',1796043610618);
CREATE TABLE deliveries (
    id          TEXT    PRIMARY KEY,
    game_id     TEXT    NOT NULL REFERENCES games,
    account_id  TEXT    NOT NULL REFERENCES accounts,
    notice      TEXT    NOT NULL,
    seat        INTEGER NOT NULL,
    step        INTEGER NOT NULL,
    event       INTEGER NOT NULL,
    channel     TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    status      TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    attempts    INTEGER NOT NULL,
    tried_at    INTEGER NOT NULL,
    took        INTEGER NOT NULL,
    answer      INTEGER NOT NULL,
    detail      TEXT    NOT NULL,
    finished_at INTEGER NOT NULL,
    UNIQUE (game_id, step, seat, notice, channel, target)
) STRICT;
INSERT INTO "deliveries" VALUES('jrlpjm6vlrhf2mfai4bjhpiate','qwoujoplprwzmf7mtytvg6h6ry','pvmnvodk4pqxhvcbjpjwtuhzq4','game_started',1,1,4,'email','','delivered',1796043610694,0,1,1796043610701,12,0,'written to a file',1796043610701);
INSERT INTO "deliveries" VALUES('juytlir6bsfbi74ocl4pj3mrpi','qwoujoplprwzmf7mtytvg6h6ry','pvmnvodk4pqxhvcbjpjwtuhzq4','game_started',1,1,4,'webhook','fyep7ba6pmwvcsszyrlqaebmi4','pending',1796043610694,1796043615718,1,1796043610703,3,0,'the connection was refused',0);
INSERT INTO "deliveries" VALUES('bwn64f5ornof4xzaon46264taq','qwoujoplprwzmf7mtytvg6h6ry','q4cwj2pikplnvhllcb4ng2x4lu','game_started',2,1,4,'email','','delivered',1796043610694,0,1,1796043610704,9,0,'written to a file',1796043610704);
INSERT INTO "deliveries" VALUES('m5sig5jffa2kjnot6cxna6ftqy','qwoujoplprwzmf7mtytvg6h6ry','4iq5gdyxyso6xvsbxoclddizyi','game_started',3,1,4,'email','','delivered',1796043610694,0,1,1796043610705,2,0,'written to a file',1796043610705);
INSERT INTO "deliveries" VALUES('e56y5hyx5pkxzvom2qmra4xvh4','qwoujoplprwzmf7mtytvg6h6ry','pvmnvodk4pqxhvcbjpjwtuhzq4','bid_wanted',1,1,4,'webhook','fyep7ba6pmwvcsszyrlqaebmi4','pending',1796043610694,1796043615166,1,1796043610706,0,0,'the connection was refused',0);
INSERT INTO "deliveries" VALUES('7tnvo64xbqtlmyefm5cenpu7ou','qwoujoplprwzmf7mtytvg6h6ry','4iq5gdyxyso6xvsbxoclddizyi','turn_started',3,2,6,'email','','delivered',1796043610765,0,1,1796043610776,1,0,'written to a file',1796043610776);
INSERT INTO "deliveries" VALUES('tibagy6p7tga734ba5jwuwi2py','qwoujoplprwzmf7mtytvg6h6ry','q4cwj2pikplnvhllcb4ng2x4lu','turn_started',2,3,7,'email','','delivered',1796043610776,0,1,1796043610789,2,0,'written to a file',1796043610789);
INSERT INTO "deliveries" VALUES('gdlrtjvqbv7shh2rc4srfadpkq','qwoujoplprwzmf7mtytvg6h6ry','pvmnvodk4pqxhvcbjpjwtuhzq4','turn_started',1,4,8,'email','','delivered',1796043610788,0,1,1796043610796,1,0,'written to a file',1796043610796);
INSERT INTO "deliveries" VALUES('zgcyzuuqhjqzvqyvmb72moaieq','qwoujoplprwzmf7mtytvg6h6ry','pvmnvodk4pqxhvcbjpjwtuhzq4','turn_started',1,4,8,'webhook','fyep7ba6pmwvcsszyrlqaebmi4','pending',1796043610788,1796043615421,1,1796043610797,1,0,'the connection was refused',0);
INSERT INTO "deliveries" VALUES('jy7s4ri3a3lt6ec3qs4ntwf35e','qwoujoplprwzmf7mtytvg6h6ry','pvmnvodk4pqxhvcbjpjwtuhzq4','bid_wanted',1,5,11,'email','','delivered',1796043610806,0,1,1796043610821,6,0,'written to a file',1796043610821);
INSERT INTO "deliveries" VALUES('fl2khwz5eafvlj2g4brkhlwx3q','qwoujoplprwzmf7mtytvg6h6ry','pvmnvodk4pqxhvcbjpjwtuhzq4','bid_wanted',1,5,11,'webhook','fyep7ba6pmwvcsszyrlqaebmi4','pending',1796043610806,1796043615554,1,1796043610823,7,0,'the connection was refused',0);
INSERT INTO "deliveries" VALUES('6eatnhwzlekjucobe4dfggaucy','qwoujoplprwzmf7mtytvg6h6ry','q4cwj2pikplnvhllcb4ng2x4lu','bid_wanted',2,5,11,'email','','delivered',1796043610806,0,1,1796043610823,28,0,'written to a file',1796043610823);
INSERT INTO "deliveries" VALUES('a2zvfv2ulxuicgop7ugusf2voa','qwoujoplprwzmf7mtytvg6h6ry','4iq5gdyxyso6xvsbxoclddizyi','bid_wanted',3,5,11,'email','','delivered',1796043610806,0,1,1796043610844,24,0,'written to a file',1796043610844);
INSERT INTO "deliveries" VALUES('jgep42gopv5sxdorvb4s2t46be','qwoujoplprwzmf7mtytvg6h6ry','q4cwj2pikplnvhllcb4ng2x4lu','turn_started',2,6,13,'email','','delivered',1796043610914,0,1,1796043610918,1,0,'written to a file',1796043610918);
INSERT INTO "deliveries" VALUES('3uy2slqrhvsr76omarhrtburyy','qwoujoplprwzmf7mtytvg6h6ry','4iq5gdyxyso6xvsbxoclddizyi','turn_started',3,7,14,'email','','delivered',1796043610923,0,1,1796043610927,8,0,'written to a file',1796043610927);
INSERT INTO "deliveries" VALUES('inqjvuba3px6csq527twsuvaqy','tx2q3ojfogp75ajukjtcen63gq','pvmnvodk4pqxhvcbjpjwtuhzq4','game_started',1,1,4,'email','','delivered',1796043610944,0,1,1796043610948,26,0,'written to a file',1796043610948);
INSERT INTO "deliveries" VALUES('uupe4pgsiikvclhccz6neibdo4','tx2q3ojfogp75ajukjtcen63gq','pvmnvodk4pqxhvcbjpjwtuhzq4','game_started',1,1,4,'webhook','fyep7ba6pmwvcsszyrlqaebmi4','pending',1796043610944,1796043616203,1,1796043610948,30,0,'the connection was refused',0);
INSERT INTO "deliveries" VALUES('rmhbx6vwwpvg7e4ijgmm2h5kxi','tx2q3ojfogp75ajukjtcen63gq','q4cwj2pikplnvhllcb4ng2x4lu','game_started',2,1,4,'email','','delivered',1796043610944,0,1,1796043610948,27,0,'written to a file',1796043610948);
INSERT INTO "deliveries" VALUES('64swvtw7cwvq4e7nnp6mh2nwny','tx2q3ojfogp75ajukjtcen63gq','4iq5gdyxyso6xvsbxoclddizyi','game_started',3,1,4,'email','','delivered',1796043610944,0,1,1796043610948,29,0,'written to a file',1796043610948);
INSERT INTO "deliveries" VALUES('mcyniqskrnbs4waeqghxhllmhi','tx2q3ojfogp75ajukjtcen63gq','pvmnvodk4pqxhvcbjpjwtuhzq4','bid_wanted',1,1,4,'webhook','fyep7ba6pmwvcsszyrlqaebmi4','pending',1796043610944,1796043616002,1,1796043610948,30,0,'the connection was refused',0);
INSERT INTO "deliveries" VALUES('3ppotnirnb2fnbyoq3knb2uhm4','tx2q3ojfogp75ajukjtcen63gq','pvmnvodk4pqxhvcbjpjwtuhzq4','turn_started',1,2,12,'email','','delivered',1796043611018,0,1,1796043611026,3,0,'written to a file',1796043611026);
INSERT INTO "deliveries" VALUES('5w7aiei4fdp4rfhur3wperuypa','tx2q3ojfogp75ajukjtcen63gq','pvmnvodk4pqxhvcbjpjwtuhzq4','turn_started',1,2,12,'webhook','fyep7ba6pmwvcsszyrlqaebmi4','dropped',1796043611018,0,1,1796043611029,0,0,'no longer owed',1796043611029);
INSERT INTO "deliveries" VALUES('vgctqjnaq3xz6u3vnjw26vxvra','tx2q3ojfogp75ajukjtcen63gq','q4cwj2pikplnvhllcb4ng2x4lu','turn_started',2,2,12,'email','','delivered',1796043611018,0,1,1796043611032,1,0,'written to a file',1796043611032);
INSERT INTO "deliveries" VALUES('nev2clzfva5jpgcoqb2fipqf74','tx2q3ojfogp75ajukjtcen63gq','pvmnvodk4pqxhvcbjpjwtuhzq4','turn_started',1,4,15,'email','','delivered',1796043611035,0,1,1796043611043,1,0,'written to a file',1796043611043);
INSERT INTO "deliveries" VALUES('bevfs2m23gypupkygbe7ndadju','tx2q3ojfogp75ajukjtcen63gq','pvmnvodk4pqxhvcbjpjwtuhzq4','turn_started',1,4,15,'webhook','fyep7ba6pmwvcsszyrlqaebmi4','dropped',1796043611035,0,1,1796043611044,1,0,'no longer owed',1796043611044);
INSERT INTO "deliveries" VALUES('7x5h7546ekjjvzc6arly645pj4','4laeg36ruef6tagb7ljobzloei','pvmnvodk4pqxhvcbjpjwtuhzq4','game_started',1,1,3,'email','','delivered',1796043611062,0,1,1796043611071,3,0,'written to a file',1796043611071);
INSERT INTO "deliveries" VALUES('hefs6movdk4qbh2vhsp5xuww2i','4laeg36ruef6tagb7ljobzloei','pvmnvodk4pqxhvcbjpjwtuhzq4','game_started',1,1,3,'webhook','fyep7ba6pmwvcsszyrlqaebmi4','pending',1796043611062,1796043616762,1,1796043611073,3,0,'the connection was refused',0);
INSERT INTO "deliveries" VALUES('xglv7luxo6p7k5szjlr5xfvxyq','4laeg36ruef6tagb7ljobzloei','q4cwj2pikplnvhllcb4ng2x4lu','game_started',2,1,3,'email','','delivered',1796043611062,0,1,1796043611073,1,0,'written to a file',1796043611073);
INSERT INTO "deliveries" VALUES('ta5gtsa5kzho5rufaiczm5ezw4','4laeg36ruef6tagb7ljobzloei','pvmnvodk4pqxhvcbjpjwtuhzq4','bid_wanted',1,1,3,'webhook','fyep7ba6pmwvcsszyrlqaebmi4','pending',1796043611062,1796043616915,1,1796043611075,1,0,'the connection was refused',0);
CREATE TABLE events (
    game_id TEXT    NOT NULL REFERENCES games,
    n       INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    type    TEXT    NOT NULL,
    data    TEXT    NOT NULL,
    own     TEXT    NOT NULL,
    PRIMARY KEY (game_id, n)
) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES('4laeg36ruef6tagb7ljobzloei',1,1796043611059,'game_opened','{"seats":2}','');
INSERT INTO "events" VALUES('4laeg36ruef6tagb7ljobzloei',2,1796043611062,'seat_taken','{"seat":2}','');
INSERT INTO "events" VALUES('4laeg36ruef6tagb7ljobzloei',3,1796043611062,'game_started','{"seats":2,"commitment":"94a960272f8575134e1985376b74d926687fd0960f74af32684c4951541284de"}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',1,1796043610683,'game_opened','{"seats":3}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',2,1796043610691,'seat_taken','{"seat":2}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',3,1796043610694,'seat_taken','{"seat":3}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',4,1796043610694,'game_started','{"seats":3,"commitment":"3f6a7b6ac4cc80dba5a04fd10ff24807747a83a4160c0082bf63036890d73155"}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',5,1796043610765,'revealed','{"round":1,"bids":[{"seat":1,"bid":{"type":"bid","cards":[21,3]},"receipt":"39253083d3975b1b463b79d4","nonce":"bd917d4f94be5ea52eb5a3cf46ac216a","commitment":"6f6ecfa431f4012610c5e1856135d70f8d6acf16a594103640eba85e956c44a1","preimage":"tender-bid/1 qwoujoplprwzmf7mtytvg6h6ry 1 1 bd917d4f94be5ea52eb5a3cf46ac216a {\"type\":\"bid\",\"cards\":[21,3]}"},{"seat":2,"bid":{"type":"bid","cards":[8,28]},"receipt":"b485b5612e30d27500733a12","nonce":"abf81dc1dbbac8bc5a1d5e90d42ac5f4","commitment":"375d12330c5667b1d29beced14f309d88d2da4831cfd57c2846be141d167a979","preimage":"tender-bid/1 qwoujoplprwzmf7mtytvg6h6ry 1 2 abf81dc1dbbac8bc5a1d5e90d42ac5f4 {\"type\":\"bid\",\"cards\":[8,28]}"},{"seat":3,"bid":{"type":"bid","cards":[63,31]},"receipt":"8f16f90936fec2eab8862966","nonce":"05f61d6dd7ba4e99f09258a7f08f05ec","commitment":"f3e37bfc65ffa0d65e126cb91ee765bb5c71bd281bddedef35d74527bd9ccb54","preimage":"tender-bid/1 qwoujoplprwzmf7mtytvg6h6ry 1 3 05f61d6dd7ba4e99f09258a7f08f05ec {\"type\":\"bid\",\"cards\":[63,31]}"}]}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',6,1796043610765,'bids_laid','{"bids":[{"id":"3","seat":3,"cards":[{"serial":31,"currency":"rupee","value":30},{"serial":63,"currency":"rupee","value":60}],"value":90},{"id":"2","seat":2,"cards":[{"serial":8,"currency":"yen","value":20},{"serial":28,"currency":"peso","value":30}],"value":50},{"id":"1","seat":1,"cards":[{"serial":3,"currency":"franc","value":20},{"serial":21,"currency":"pound","value":20}],"value":40}],"passed":[]}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',7,1796043610776,'turn_taken','{"seat":3,"bid":"3","did":"swap","with":"I","gave":[{"serial":31,"currency":"rupee","value":30},{"serial":63,"currency":"rupee","value":60}],"got":[{"serial":27,"currency":"franc","value":30},{"serial":30,"currency":"pound","value":30},{"serial":64,"currency":"gold","value":20},{"serial":66,"currency":"gold","value":20}]}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',8,1796043610788,'turn_taken','{"seat":2,"bid":"2","did":"swap","with":"I","gave":[{"serial":8,"currency":"yen","value":20},{"serial":28,"currency":"peso","value":30}],"got":[{"serial":31,"currency":"rupee","value":30},{"serial":63,"currency":"rupee","value":60}]}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',9,1796043610806,'turn_taken','{"seat":1,"bid":"1","did":"swap","with":"I","gave":[{"serial":3,"currency":"franc","value":20},{"serial":21,"currency":"pound","value":20}],"got":[{"serial":8,"currency":"yen","value":20},{"serial":28,"currency":"peso","value":30}]}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',10,1796043610806,'market_refilled','{"I":[{"serial":12,"currency":"peso","value":20},{"serial":44,"currency":"franc","value":40}],"II":[],"deck_left":29}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',11,1796043610806,'round_started','{"round":2,"last_round":false}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',12,1796043610914,'revealed','{"round":2,"bids":[{"seat":1,"bid":{"type":"bid","cards":[35,4]},"receipt":"bb71216b681c7c930b03b60e","nonce":"81a9cc07b63d1ff28e2049d32407039a","commitment":"f9c375edc1c1c1f8de8068367635a38d1204b40a1cea75f70a149863d7cfe7fa","preimage":"tender-bid/1 qwoujoplprwzmf7mtytvg6h6ry 5 1 81a9cc07b63d1ff28e2049d32407039a {\"type\":\"bid\",\"cards\":[35,4]}"},{"seat":2,"bid":{"type":"bid","cards":[62,74]},"receipt":"9fd90b68a5c8689d73a219dc","nonce":"dc293cd3b26b5da795214422426abd12","commitment":"2368fbff788316d9649e360cb03b0c9766d695e095c460712d4c8b7029c658b3","preimage":"tender-bid/1 qwoujoplprwzmf7mtytvg6h6ry 5 2 dc293cd3b26b5da795214422426abd12 {\"type\":\"bid\",\"cards\":[62,74]}"},{"seat":3,"bid":{"type":"bid","cards":[27,47]},"receipt":"b850128a78a1c0a37c13f40c","nonce":"43eb36e0403e9e237bb0156e772de9c3","commitment":"e1b01bf012fe6d5fcc273d25869a7d36aaa9c60615be182287c7d1037f2ce8fd","preimage":"tender-bid/1 qwoujoplprwzmf7mtytvg6h6ry 5 3 43eb36e0403e9e237bb0156e772de9c3 {\"type\":\"bid\",\"cards\":[27,47]}"}]}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',13,1796043610914,'bids_laid','{"bids":[{"id":"2","seat":2,"cards":[{"serial":62,"currency":"pound","value":60},{"serial":74,"currency":"gold","value":20}],"value":80},{"id":"3","seat":3,"cards":[{"serial":27,"currency":"franc","value":30},{"serial":47,"currency":"rupee","value":40}],"value":70},{"id":"1","seat":1,"cards":[{"serial":4,"currency":"peso","value":20},{"serial":35,"currency":"franc","value":30}],"value":50}],"passed":[]}','');
INSERT INTO "events" VALUES('qwoujoplprwzmf7mtytvg6h6ry',14,1796043610923,'turn_taken','{"seat":2,"bid":"2","did":"swap","with":"I","gave":[{"serial":62,"currency":"pound","value":60},{"serial":74,"currency":"gold","value":20}],"got":[{"serial":3,"currency":"franc","value":20},{"serial":12,"currency":"peso","value":20},{"serial":21,"currency":"pound","value":20},{"serial":44,"currency":"franc","value":40}]}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',1,1796043610927,'game_opened','{"seats":3}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',2,1796043610932,'seat_taken','{"seat":2}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',3,1796043610944,'seat_taken','{"seat":3}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',4,1796043610944,'game_started','{"seats":3,"commitment":"2de25251e6560a05bc63456fc5cb0797655b68a18bf064fb155f60f48cfb9423"}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',5,1796043611018,'revealed','{"round":1,"bids":[{"seat":1,"bid":{"type":"bid","stacks":[{"token":"A","cards":[12,13]}]},"receipt":"ad44075c82f1ff5a56d41911","nonce":"41785d83f846a28444d30097efe7a09d","commitment":"513c643f5a4831f48abb66b6603fe9f092d01502169d6afd78cfea587ce25ba7","preimage":"tender-bid/1 tx2q3ojfogp75ajukjtcen63gq 1 1 41785d83f846a28444d30097efe7a09d {\"type\":\"bid\",\"stacks\":[{\"token\":\"A\",\"cards\":[12,13]}]}"},{"seat":2,"bid":{"type":"bid","stacks":[]},"receipt":"32ff0af1ee8f0a0bcde6f5e6","nonce":"a9f0072fa4bdd8d8de8817ba9a310fce","commitment":"5f17e063e43fc8a3872f2ecb9941db7a04150a9e5c4bd7247d8882f528293adf","preimage":"tender-bid/1 tx2q3ojfogp75ajukjtcen63gq 1 2 a9f0072fa4bdd8d8de8817ba9a310fce {\"type\":\"bid\",\"stacks\":[]}"},{"seat":3,"bid":{"type":"bid","stacks":[{"token":"A","cards":[1,14]}]},"receipt":"7a838bcb85721a5d8119c22c","nonce":"6765624f777b95d6140bdeb9369d9810","commitment":"994d38a28f6c6ec7b0cc4b8de11be610cc37b513c12fa30e56fcad10329d038e","preimage":"tender-bid/1 tx2q3ojfogp75ajukjtcen63gq 1 3 6765624f777b95d6140bdeb9369d9810 {\"type\":\"bid\",\"stacks\":[{\"token\":\"A\",\"cards\":[1,14]}]}"}]}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',6,1796043611018,'bids_revealed','{"bids":[{"seat":1,"stacks":[{"token":"A","cards":[{"id":12,"deck":"basic","value":1,"star":false,"jobs":["trim_shrubs"]},{"id":13,"deck":"basic","value":1,"star":false,"jobs":["repair_fence"]}],"stake":[],"bluffs":0,"decoy":false}]},{"seat":2,"stacks":[]},{"seat":3,"stacks":[{"token":"A","cards":[{"id":1,"deck":"basic","value":1,"star":true,"jobs":["clean_up"]},{"id":14,"deck":"basic","value":1,"star":false,"jobs":["clean_up","trim_shrubs"]}],"stake":[],"bluffs":0,"decoy":false}]}]}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',7,1796043611018,'contract_won','{"at":"A","contract":{"id":1,"rp":1,"asks":[{"deck":"basic","count":2,"star":false}]},"winner":3,"bid":2,"paid":2,"money":2}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',8,1796043611018,'contract_left','{"at":"B","contract":{"id":2,"rp":1,"asks":[{"deck":"basic","count":2,"star":false}]}}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',9,1796043611018,'contract_left','{"at":"C","contract":{"id":3,"rp":1,"asks":[{"deck":"basic","count":2,"star":false}]}}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',10,1796043611018,'contract_turned_up','{"at":"A","contract":{"id":19,"rp":4,"asks":[{"deck":"basic","count":4,"star":true},{"deck":"medium","count":3,"star":false}]},"below":6}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',11,1796043611018,'contract_turned_up','{"at":"B","contract":{"id":32,"rp":7,"asks":[{"deck":"medium","count":4,"star":true},{"deck":"advanced","count":2,"star":false}]},"below":7}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',12,1796043611018,'contract_turned_up','{"at":"C","contract":{"id":30,"rp":6,"asks":[{"deck":"basic","count":5,"star":true},{"deck":"medium","count":4,"star":true},{"deck":"advanced","count":2,"star":false}]},"below":7}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',13,1796043611026,'odd_job_picked_up','{"seat":1,"job":"repair_fence","cards":[{"id":13,"deck":"basic","value":1,"star":false,"jobs":["repair_fence"]},{"id":47,"deck":"basic","value":3,"star":false,"jobs":["repair_fence"]},{"id":41,"deck":"basic","value":3,"star":true,"jobs":["clean_up","repair_fence"]}],"paid":9,"money":9}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',14,1796043611035,'odd_job_picked_up','{"seat":2,"job":"trim_shrubs","cards":[{"id":30,"deck":"basic","value":2,"star":false,"jobs":["trim_shrubs"]},{"id":23,"deck":"basic","value":2,"star":true,"jobs":["clean_up","trim_shrubs"]},{"id":25,"deck":"basic","value":2,"star":true,"jobs":["trim_shrubs","repair_fence"]}],"paid":5,"money":5}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',15,1796043611035,'round_began','{"round":2,"first":1,"last_round":false}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',16,1796043611042,'mower_bought','{"seat":1,"mower":"medium","price":3,"money":6}','');
INSERT INTO "events" VALUES('tx2q3ojfogp75ajukjtcen63gq',17,1796043611053,'mower_bought','{"seat":1,"mower":"advanced","price":6,"money":0}','');
INSERT INTO "events" VALUES('v3xyptsun2ugwczb6qoxli32sm',1,1796043611081,'game_opened','{"seats":3}','');
CREATE TABLE games (
    id         TEXT    PRIMARY KEY,
    kind       TEXT    NOT NULL,
    edition    TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    size       INTEGER NOT NULL,
    pace       TEXT    NOT NULL,
    status     TEXT    NOT NULL,
    round      INTEGER NOT NULL,
    phase      TEXT    NOT NULL,
    step       INTEGER NOT NULL,
    deadline   INTEGER NOT NULL,
    opened_at  INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL,
    due_at     INTEGER NOT NULL,
    state      TEXT    NOT NULL
) STRICT;
INSERT INTO "games" VALUES('qwoujoplprwzmf7mtytvg6h6ry','money','2025','First release',3,'{"bid":86400,"swap":86400}','active',2,'swap',7,1796130010923,1796043610683,1796043610694,0,1796130010923,'{"v":1,"id":"qwoujoplprwzmf7mtytvg6h6ry","kind":"money","edition":"2025","options":{"removed":[],"metal_values":{"gold":20,"silver":10},"stall_rounds":6,"show_bid_sizes":true,"show_known_cards":false},"title":"First release","host":"pvmnvodk4pqxhvcbjpjwtuhzq4","size":3,"pace":{"bid":86400,"swap":86400},"server_seed":"348f5d40a169f9ead7900911136b4122bc8805c6cec4e2149806d9ed62407e1a","revision":1,"status":"active","seats":[{"account":"pvmnvodk4pqxhvcbjpjwtuhzq4"},{"account":"q4cwj2pikplnvhllcb4ng2x4lu"},{"account":"4iq5gdyxyso6xvsbxoclddizyi","since":7}],"step":7,"deadline":"2026-12-01T13:00:10.923Z","told":14,"opened_at":"2026-11-30T13:00:10.683Z","started_at":"2026-11-30T13:00:10.694Z","position":{"v":1,"state":{"edition":"2025","options":{"removed":[],"metal_values":{"gold":20,"silver":10},"stall_rounds":6,"show_bid_sizes":true,"show_known_cards":false},"round":2,"phase":"swap","removed":["dollar","euro"],"deck":[68,48,60,73,39,13,70,55,67,75,22,7,65,36,40,61,56,69,29,32,15,23,38,11,46,52,54,5,37],"market":[[62,74],[6,16,24,71]],"hands":[[8,19,28,53],[3,12,20,21,31,44,57,63],[14,30,45,64,66,72]],"bids":[{"id":"3","seat":3,"cards":[27,47]},{"id":"1","seat":1,"cards":[4,35]}],"gone":["2"],"secret":[14,19,20,45,53,57,72]}}}');
INSERT INTO "games" VALUES('tx2q3ojfogp75ajukjtcen63gq','mow-money','2016','First release',3,'{"bid":86400,"invest":86400,"pickup":86400}','active',2,'invest',6,1796130011035,1796043610927,1796043610944,0,1796130011035,'{"v":1,"id":"tx2q3ojfogp75ajukjtcen63gq","kind":"mow-money","edition":"2016","options":{"stall_rounds":6,"show_bid_sizes":true},"title":"First release","host":"pvmnvodk4pqxhvcbjpjwtuhzq4","size":3,"pace":{"bid":86400,"invest":86400,"pickup":86400},"server_seed":"bbe5cde679c84b0af779f3c29d658491b3d50de85df193108962deeb5db18df6","revision":1,"status":"active","seats":[{"account":"pvmnvodk4pqxhvcbjpjwtuhzq4","since":6},{"account":"q4cwj2pikplnvhllcb4ng2x4lu"},{"account":"4iq5gdyxyso6xvsbxoclddizyi"}],"step":6,"deadline":"2026-12-01T13:00:11.035Z","told":17,"opened_at":"2026-11-30T13:00:10.927Z","started_at":"2026-11-30T13:00:10.944Z","position":{"v":1,"state":{"options":{"stall_rounds":6,"show_bid_sizes":true},"seed":"6X1qjNpzHEhXSQL1FumrQr8iIZULdytkknhBBril5YA=","round":2,"phase":"invest","first":1,"turn":1,"piles":[[19,27,35,11,10,7,25],[32,9,21,26,20,22,15,2],[30,8,33,13,29,14,16,3]],"decks":[{"draw":[18,7,38,43,22,24,9,44,10,50,32,33,27,15,3,19,35,20,28,4,34,46,26,21,49,2,16,11,42,39,48,36,45,6,8],"discards":[1,13,14,23,25,30,41,47],"shuffles":1},{"draw":[64,70,52,69,76,54,53,59,84,78,66,68,57,63,58,67,71,62,56,61,74,81,83,86,60,51,55,77,85,75,82,80,73,72,79,65],"discards":null,"shuffles":1},{"draw":[103,91,95,102,88,100,89,101,92,106,94,96,98,104,105,99,97,90,93,87],"discards":null,"shuffles":1}],"seats":[{"hand":[12,17],"money":0,"mowers":["basic","medium","advanced"],"contracts":[]},{"hand":[5,40],"money":5,"mowers":["basic"],"contracts":[]},{"hand":[29,31,37],"money":2,"mowers":["basic"],"contracts":[1]}],"report":[{"contract":1,"at":"A","winner":3,"bid":2,"paid":2},{"contract":2,"at":"B"},{"contract":3,"at":"C"}]}}}');
INSERT INTO "games" VALUES('4laeg36ruef6tagb7ljobzloei','money','2025','First release',2,'{"bid":86400,"swap":86400}','active',1,'bid',1,1796130011062,1796043611059,1796043611062,0,1796130011062,'{"v":1,"id":"4laeg36ruef6tagb7ljobzloei","kind":"money","edition":"2025","options":{"removed":[],"metal_values":{"gold":20,"silver":10},"stall_rounds":6,"show_bid_sizes":true,"show_known_cards":false},"title":"First release","host":"pvmnvodk4pqxhvcbjpjwtuhzq4","size":2,"pace":{"bid":86400,"swap":86400},"server_seed":"5efc70875762c5b0c431beef7eb8a34ee63d24534c039fbc185e652d681434f8","revision":1,"status":"active","seats":[{"account":"pvmnvodk4pqxhvcbjpjwtuhzq4","since":1},{"account":"q4cwj2pikplnvhllcb4ng2x4lu","since":1}],"step":1,"deadline":"2026-12-01T13:00:11.062Z","told":3,"opened_at":"2026-11-30T13:00:11.059Z","started_at":"2026-11-30T13:00:11.062Z","position":{"v":1,"state":{"edition":"2025","options":{"removed":[],"metal_values":{"gold":20,"silver":10},"stall_rounds":6,"show_bid_sizes":true,"show_known_cards":false},"round":1,"phase":"bid","removed":["franc"],"deck":[62,24,1,40,13,7,63,69,51,34,56,33,45,53,65,71,4,47,6,75,38,2,37,42,30,54,67,20,50,73,57,74,28,29,58,5,43,14,8,68,55,46,21,17,12,39],"market":[[18,22,41,48],[9,26,64,66]],"hands":[[10,15,16,32,59,72],[23,25,31,49,61,70]],"secret":[10,15,16,23,25,31,32,49,59,61,70,72]}}}');
INSERT INTO "games" VALUES('v3xyptsun2ugwczb6qoxli32sm','money','2025','First release',3,'{"bid":86400,"swap":86400}','open',0,'',0,0,1796043611081,0,0,0,'{"v":1,"id":"v3xyptsun2ugwczb6qoxli32sm","kind":"money","edition":"2025","options":{"removed":[],"metal_values":{"gold":20,"silver":10},"stall_rounds":6,"show_bid_sizes":true,"show_known_cards":false},"title":"First release","host":"pvmnvodk4pqxhvcbjpjwtuhzq4","size":3,"pace":{"bid":86400,"swap":86400},"server_seed":"2ce3b57c15e5d4064b30b42d767a353fc8f9fdb98b470a98165314b1e36c8b5c","revision":1,"status":"open","seats":[{"account":"pvmnvodk4pqxhvcbjpjwtuhzq4"}],"step":0,"told":1,"opened_at":"2026-11-30T13:00:11.081Z"}');
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO "goose_db_version" VALUES(1,0,1,'2026-11-30 13:00:07');
INSERT INTO "goose_db_version" VALUES(2,1,1,'2026-11-30 13:00:07');
CREATE TABLE inputs (
    game_id TEXT    NOT NULL,
    n       INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    actor   TEXT    NOT NULL,
    type    TEXT    NOT NULL,
    input   TEXT    NOT NULL,
    PRIMARY KEY (game_id, n)
) STRICT, WITHOUT ROWID;
INSERT INTO "inputs" VALUES('4laeg36ruef6tagb7ljobzloei',1,1796043611059,'pvmnvodk4pqxhvcbjpjwtuhzq4','open','{"id":"4laeg36ruef6tagb7ljobzloei","kind":"money","edition":"","title":"First release","seats":2,"pace":null,"server_seed":"5efc70875762c5b0c431beef7eb8a34ee63d24534c039fbc185e652d681434f8"}');
INSERT INTO "inputs" VALUES('4laeg36ruef6tagb7ljobzloei',2,1796043611062,'q4cwj2pikplnvhllcb4ng2x4lu','join','{}');
INSERT INTO "inputs" VALUES('4laeg36ruef6tagb7ljobzloei',3,1796043611076,'pvmnvodk4pqxhvcbjpjwtuhzq4','seal','{"move":{"type":"bid","cards":[10,59]},"ready":true,"meant":{},"receipt":"baef4a7004cd9f2738228f32","nonce":"a9be8356bbeebd8b4dcd2201cdf5a6c9"}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',1,1796043610683,'pvmnvodk4pqxhvcbjpjwtuhzq4','open','{"id":"qwoujoplprwzmf7mtytvg6h6ry","kind":"money","edition":"","title":"First release","seats":3,"pace":null,"server_seed":"348f5d40a169f9ead7900911136b4122bc8805c6cec4e2149806d9ed62407e1a"}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',2,1796043610691,'q4cwj2pikplnvhllcb4ng2x4lu','join','{}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',3,1796043610694,'4iq5gdyxyso6xvsbxoclddizyi','join','{}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',4,1796043610704,'pvmnvodk4pqxhvcbjpjwtuhzq4','seal','{"move":{"type":"bid","cards":[21,3]},"ready":true,"meant":{},"receipt":"39253083d3975b1b463b79d4","nonce":"bd917d4f94be5ea52eb5a3cf46ac216a"}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',5,1796043610748,'q4cwj2pikplnvhllcb4ng2x4lu','seal','{"move":{"type":"bid","cards":[8,28]},"ready":true,"meant":{},"receipt":"b485b5612e30d27500733a12","nonce":"abf81dc1dbbac8bc5a1d5e90d42ac5f4"}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',6,1796043610765,'4iq5gdyxyso6xvsbxoclddizyi','seal','{"move":{"type":"bid","cards":[63,31]},"ready":true,"meant":{},"receipt":"8f16f90936fec2eab8862966","nonce":"05f61d6dd7ba4e99f09258a7f08f05ec"}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',7,1796043610776,'4iq5gdyxyso6xvsbxoclddizyi','play','{"moves":[{"type":"swap","with":"I"}],"meant":{}}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',8,1796043610788,'q4cwj2pikplnvhllcb4ng2x4lu','play','{"moves":[{"type":"swap","with":"I"}],"meant":{}}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',9,1796043610806,'pvmnvodk4pqxhvcbjpjwtuhzq4','play','{"moves":[{"type":"swap","with":"I"}],"meant":{}}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',10,1796043610846,'q4cwj2pikplnvhllcb4ng2x4lu','seal','{"move":{"type":"bid","cards":[62,74]},"ready":true,"meant":{},"receipt":"9fd90b68a5c8689d73a219dc","nonce":"dc293cd3b26b5da795214422426abd12"}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',11,1796043610889,'4iq5gdyxyso6xvsbxoclddizyi','seal','{"move":{"type":"bid","cards":[27,47]},"ready":true,"meant":{},"receipt":"b850128a78a1c0a37c13f40c","nonce":"43eb36e0403e9e237bb0156e772de9c3"}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',12,1796043610914,'pvmnvodk4pqxhvcbjpjwtuhzq4','seal','{"move":{"type":"bid","cards":[35,4]},"ready":true,"meant":{},"receipt":"bb71216b681c7c930b03b60e","nonce":"81a9cc07b63d1ff28e2049d32407039a"}');
INSERT INTO "inputs" VALUES('qwoujoplprwzmf7mtytvg6h6ry',13,1796043610923,'q4cwj2pikplnvhllcb4ng2x4lu','play','{"moves":[{"type":"swap","with":"I"}],"meant":{}}');
INSERT INTO "inputs" VALUES('tx2q3ojfogp75ajukjtcen63gq',1,1796043610927,'pvmnvodk4pqxhvcbjpjwtuhzq4','open','{"id":"tx2q3ojfogp75ajukjtcen63gq","kind":"mow-money","edition":"","title":"First release","seats":3,"pace":null,"server_seed":"bbe5cde679c84b0af779f3c29d658491b3d50de85df193108962deeb5db18df6"}');
INSERT INTO "inputs" VALUES('tx2q3ojfogp75ajukjtcen63gq',2,1796043610932,'q4cwj2pikplnvhllcb4ng2x4lu','join','{}');
INSERT INTO "inputs" VALUES('tx2q3ojfogp75ajukjtcen63gq',3,1796043610944,'4iq5gdyxyso6xvsbxoclddizyi','join','{}');
INSERT INTO "inputs" VALUES('tx2q3ojfogp75ajukjtcen63gq',4,1796043611008,'pvmnvodk4pqxhvcbjpjwtuhzq4','seal','{"move":{"type":"bid","stacks":[{"token":"A","cards":[12,13]}]},"ready":true,"meant":{},"receipt":"ad44075c82f1ff5a56d41911","nonce":"41785d83f846a28444d30097efe7a09d"}');
INSERT INTO "inputs" VALUES('tx2q3ojfogp75ajukjtcen63gq',5,1796043611014,'q4cwj2pikplnvhllcb4ng2x4lu','seal','{"move":{"type":"bid","stacks":[]},"ready":true,"meant":{},"receipt":"32ff0af1ee8f0a0bcde6f5e6","nonce":"a9f0072fa4bdd8d8de8817ba9a310fce"}');
INSERT INTO "inputs" VALUES('tx2q3ojfogp75ajukjtcen63gq',6,1796043611018,'4iq5gdyxyso6xvsbxoclddizyi','seal','{"move":{"type":"bid","stacks":[{"token":"A","cards":[1,14]}]},"ready":true,"meant":{},"receipt":"7a838bcb85721a5d8119c22c","nonce":"6765624f777b95d6140bdeb9369d9810"}');
INSERT INTO "inputs" VALUES('tx2q3ojfogp75ajukjtcen63gq',7,1796043611026,'pvmnvodk4pqxhvcbjpjwtuhzq4','play','{"moves":[{"type":"pickup","cards":[13,47,41],"job":"repair_fence"}],"meant":{}}');
INSERT INTO "inputs" VALUES('tx2q3ojfogp75ajukjtcen63gq',8,1796043611035,'q4cwj2pikplnvhllcb4ng2x4lu','play','{"moves":[{"type":"pickup","cards":[30,23,25],"job":"trim_shrubs"}],"meant":{}}');
INSERT INTO "inputs" VALUES('tx2q3ojfogp75ajukjtcen63gq',9,1796043611042,'pvmnvodk4pqxhvcbjpjwtuhzq4','play','{"moves":[{"type":"buy_mower","mower":"medium"}],"meant":{}}');
INSERT INTO "inputs" VALUES('tx2q3ojfogp75ajukjtcen63gq',10,1796043611053,'pvmnvodk4pqxhvcbjpjwtuhzq4','play','{"moves":[{"type":"buy_mower","mower":"advanced"}],"meant":{}}');
INSERT INTO "inputs" VALUES('v3xyptsun2ugwczb6qoxli32sm',1,1796043611081,'pvmnvodk4pqxhvcbjpjwtuhzq4','open','{"id":"v3xyptsun2ugwczb6qoxli32sm","kind":"money","edition":"","title":"First release","seats":3,"pace":null,"server_seed":"2ce3b57c15e5d4064b30b42d767a353fc8f9fdb98b470a98165314b1e36c8b5c"}');
CREATE TABLE refresh_tokens (
    hash       TEXT    PRIMARY KEY,
    session_id TEXT    NOT NULL REFERENCES sessions ON DELETE CASCADE,
    account_id TEXT    NOT NULL,
    issued_at  INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    spent_at   INTEGER NOT NULL
) STRICT;
INSERT INTO "refresh_tokens" VALUES('a7188622b3f4598feba46b131bb4c263c099286711f984b93cc86826d0f944f2','e278597227347ec8f62a0579f3ee60b1','pvmnvodk4pqxhvcbjpjwtuhzq4',1796043610179,1798635610179,0);
INSERT INTO "refresh_tokens" VALUES('6e9b37da6f202da9b599f078aabaf1e8e837c1fd093c3f197c8e7f57acf6f62c','1acde903caefa8ac384fd06cfea45183','q4cwj2pikplnvhllcb4ng2x4lu',1796043610559,1798635610559,0);
INSERT INTO "refresh_tokens" VALUES('5aedc0d523b80ef2af21e8728e4a0cc1be4c7cbb612a4ac0a82f24d229cb04f4','b7dc3bff423c39a1099830bc511907c0','4iq5gdyxyso6xvsbxoclddizyi',1796043610672,1798635610672,0);
CREATE TABLE sealed (
    game_id TEXT    NOT NULL,
    seat    INTEGER NOT NULL,
    step    INTEGER NOT NULL,
    move    TEXT    NOT NULL,
    ready   INTEGER NOT NULL,
    receipt TEXT    NOT NULL,
    nonce   TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "sealed" VALUES('4laeg36ruef6tagb7ljobzloei',1,1,'{"type":"bid","cards":[10,59]}',1,'baef4a7004cd9f2738228f32','a9be8356bbeebd8b4dcd2201cdf5a6c9',1796043611076);
CREATE TABLE seats (
    game_id    TEXT    NOT NULL REFERENCES games,
    seat       INTEGER NOT NULL,
    account_id TEXT    NOT NULL REFERENCES accounts,
    since      INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('4laeg36ruef6tagb7ljobzloei',1,'pvmnvodk4pqxhvcbjpjwtuhzq4',1);
INSERT INTO "seats" VALUES('4laeg36ruef6tagb7ljobzloei',2,'q4cwj2pikplnvhllcb4ng2x4lu',1);
INSERT INTO "seats" VALUES('qwoujoplprwzmf7mtytvg6h6ry',1,'pvmnvodk4pqxhvcbjpjwtuhzq4',0);
INSERT INTO "seats" VALUES('qwoujoplprwzmf7mtytvg6h6ry',2,'q4cwj2pikplnvhllcb4ng2x4lu',0);
INSERT INTO "seats" VALUES('qwoujoplprwzmf7mtytvg6h6ry',3,'4iq5gdyxyso6xvsbxoclddizyi',7);
INSERT INTO "seats" VALUES('tx2q3ojfogp75ajukjtcen63gq',1,'pvmnvodk4pqxhvcbjpjwtuhzq4',6);
INSERT INTO "seats" VALUES('tx2q3ojfogp75ajukjtcen63gq',2,'q4cwj2pikplnvhllcb4ng2x4lu',0);
INSERT INTO "seats" VALUES('tx2q3ojfogp75ajukjtcen63gq',3,'4iq5gdyxyso6xvsbxoclddizyi',0);
INSERT INTO "seats" VALUES('v3xyptsun2ugwczb6qoxli32sm',1,'pvmnvodk4pqxhvcbjpjwtuhzq4',0);
CREATE TABLE sessions (
    id         TEXT    PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts,
    began_at   INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
INSERT INTO "sessions" VALUES('e278597227347ec8f62a0579f3ee60b1','pvmnvodk4pqxhvcbjpjwtuhzq4',1796043610179,1798635610179);
INSERT INTO "sessions" VALUES('1acde903caefa8ac384fd06cfea45183','q4cwj2pikplnvhllcb4ng2x4lu',1796043610559,1798635610559);
INSERT INTO "sessions" VALUES('b7dc3bff423c39a1099830bc511907c0','4iq5gdyxyso6xvsbxoclddizyi',1796043610672,1798635610672);
CREATE TABLE signing_keys (
    id         TEXT    PRIMARY KEY,
    seed       BLOB    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO "signing_keys" VALUES('b15b7994b692507c',X'D0E7A2DEE5E357715ECDFCE2B1D360877D071D8591CB2CE69FD59B53338918F1',1796043610188);
CREATE TABLE webhooks (
    id         TEXT    PRIMARY KEY,
    account_id TEXT    NOT NULL REFERENCES accounts,
    url        TEXT    NOT NULL,
    secret     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (account_id, url)
) STRICT;
INSERT INTO "webhooks" VALUES('fyep7ba6pmwvcsszyrlqaebmi4','pvmnvodk4pqxhvcbjpjwtuhzq4','http://127.0.0.1:19999/hook','whsec_kxl2I3Dm/uZBwkwC05HqVQrqCzqfuykQQn8wGdGUZy4=',1796043610678);
CREATE INDEX sessions_of_account ON sessions (account_id);
CREATE INDEX refresh_tokens_of_session ON refresh_tokens (session_id);
CREATE INDEX webhooks_of_account ON webhooks (account_id, created_at);
CREATE INDEX games_due ON games (due_at) WHERE due_at > 0;
CREATE INDEX games_newest ON games (opened_at DESC, id DESC);
CREATE INDEX games_newest_by_status ON games (status, opened_at DESC, id DESC);
CREATE INDEX seats_of_account ON seats (account_id, game_id);
CREATE INDEX seats_wanted ON seats (account_id) WHERE since > 0;
CREATE TRIGGER inputs_stay_as_they_are BEFORE UPDATE ON inputs BEGIN
    SELECT RAISE(ABORT, 'the log of a game is only ever added to');
END;
CREATE TRIGGER inputs_stay BEFORE DELETE ON inputs BEGIN
    SELECT RAISE(ABORT, 'the log of a game is only ever added to');
END;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at > 0;
CREATE INDEX deliveries_of_account ON deliveries (account_id, created_at DESC);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('goose_db_version',2);
COMMIT;
